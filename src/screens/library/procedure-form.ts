import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { CODE_SYSTEMS } from '#domain/library/procedure-codes.ts';
import { ANAESTHETIC_TYPES, NO_TREATMENT } from '#domain/library/procedure-parts.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { UNDERSTANDING_TOPICS } from '#domain/library/understanding.ts';
import { TemplateNode } from '#domain/templates/template.ts';
import { ANSWERS } from '#domain/library/understanding-question.ts';
import { FIGURE_BASES, basisOf } from '#src/editing/figure-basis.ts';
import { ChoiceForm, choiceFormsOf } from '#src/editing/choices-form.ts';
import { TranslationForm, translationFormsOf } from './translation-form.ts';
import * as v from 'valibot';

const Line = <E extends v.ObjectEntries>(entries: E) => v.object({ key: v.string(), ...entries });
const text = v.string();

const RiskForm = Line({
  name: text,
  text,
  /** null until somebody said it: nothing is assumed */
  hasFigure: v.nullable(v.boolean()),
  num: text,
  den: text,
  /** null until somebody said it; drafts of earlier builds lack it, whose figures are rates */
  basis: v.optional(v.nullable(v.picklist(FIGURE_BASES)), 'RATE'),
  source: text,
  year: text,
  population: text,
  core: v.boolean(),
});
const BenefitForm = Line({ text, source: text, year: text });
const ProcedureLinkForm = Line({ title: text, url: text });
const QuestionForm = Line({
  /** stays over all edits */
  id: text,
  question: text,
  /** as many as can be offered; empty ones are left out */
  options: v.array(text),
  /** the place of the right option; null until somebody chose it */
  right: v.nullable(v.number()),
  place: v.picklist(['', ...UNDERSTANDING_TOPICS]),
});

/** A procedure as form input: every field is text as it was typed. Parsed when it is read back from the vault. */
export const ProcedureForm = v.object({
  procedureName: text,
  procedureAcronym: text,
  procedureDescription: text,
  speciality: text,
  formTypes: v.array(v.picklist(FORM_TYPES)),
  sideRequired: v.nullable(v.boolean()),
  siteDefault: text,
  anaestheticDefault: v.array(v.picklist(ANAESTHETIC_TYPES)),
  formDefault: v.picklist(['', ...FORM_TYPES]),
  // Drafts of earlier builds lack both.
  choices: v.optional(v.array(ChoiceForm), []),
  bloodNotAsked: v.optional(v.boolean(), false),
  codes: v.array(Line({ system: v.picklist(CODE_SYSTEMS), code: text, display: text })),
  benefits: v.array(BenefitForm),
  risks: v.array(RiskForm),
  alternatives: v.array(Line({ text })),
  sections: v.array(Line({ id: text, title: text, nodes: v.array(TemplateNode) })),
  Leaflets: v.array(ProcedureLinkForm),
  videoLinks: v.array(ProcedureLinkForm),
  imageRefs: v.array(ProcedureLinkForm),
  understanding: v.optional(v.array(QuestionForm), []),
  owner: text,
  reviewDate: text,
  // Drafts of earlier builds lack them.
  translations: v.optional(v.array(TranslationForm), []),
});
export type ProcedureForm = v.InferOutput<typeof ProcedureForm>;
export type ProcedureField = keyof ProcedureForm;
export type RiskForm = v.InferOutput<typeof RiskForm>;
export type BenefitForm = v.InferOutput<typeof BenefitForm>;
export type QuestionForm = v.InferOutput<typeof QuestionForm>;
export type ProcedureLinkForm = v.InferOutput<typeof ProcedureLinkForm>;

/** The places of the options of a question. */
export const OPTION_INDEXES: readonly number[] = Array.from({ length: ANSWERS.most }, (_, at) => at);

/** A new procedure: the alternative that every consent must offer is there, nothing else. */
export const EMPTY_PROCEDURE: ProcedureForm = {
  procedureName: '',
  procedureAcronym: '',
  procedureDescription: '',
  speciality: '',
  formTypes: [],
  sideRequired: null,
  siteDefault: '',
  anaestheticDefault: [],
  formDefault: '',
  choices: [],
  bloodNotAsked: false,
  codes: [],
  benefits: [],
  risks: [],
  alternatives: [{ key: '0', text: NO_TREATMENT }],
  sections: [],
  Leaflets: [],
  videoLinks: [],
  imageRefs: [],
  understanding: [],
  owner: '',
  reviewDate: '',
  translations: [],
};

/** A stored procedure as the form shows it. */
export function procedureFormOf(procedure: Procedure): ProcedureForm {
  return {
    procedureName: procedure.procedureName,
    procedureAcronym: procedure.procedureAcronym,
    procedureDescription: procedure.procedureDescription,
    speciality: procedure.speciality,
    formTypes: procedure.formTypes,
    sideRequired: procedure.sideRequired,
    siteDefault: procedure.siteDefault ?? '',
    anaestheticDefault: procedure.anaestheticDefault ?? [],
    formDefault: procedure.formDefault ?? '',
    choices: choiceFormsOf(procedure.choices),
    bloodNotAsked: procedure.bloodNotAsked ?? false,
    codes: keyed(procedure.codes),
    benefits: keyed(procedure.benefits.map((each) => ({ text: each.text, ...origin(each) }))),
    risks: keyed(
      procedure.risks.map((each) => ({
        name: each.name,
        text: each.text,
        hasFigure: each.frequency !== null,
        num: words(each.frequency?.num),
        den: words(each.frequency?.den),
        basis: basisOf(each.frequency),
        ...origin(each),
        population: each.population ?? '',
        core: each.core,
      })),
    ),
    alternatives: keyed(procedure.alternatives.map((each) => ({ text: each }))),
    sections: keyed(procedure.sections),
    ...linksFormOf(procedure),
    understanding: keyed(
      procedure.understanding.map((each) => ({ ...each, options: OPTION_INDEXES.map((at) => each.options[at] ?? '') })),
    ),
    owner: procedure.owner ?? '',
    reviewDate: procedure.reviewDate ?? '',
    translations: translationFormsOf(procedure.translations ?? []),
  };
}

/** The links of a procedure as the form shows them. */
export function linksFormOf({ Leaflets, videoLinks, imageRefs }: Pick<Procedure, 'Leaflets' | 'videoLinks' | 'imageRefs'>) {
  return { Leaflets: keyed(Leaflets), videoLinks: keyed(videoLinks), imageRefs: keyed(imageRefs) };
}

/** The form types, in the order of their numbers. */
export function inOrder(types: readonly FormType[]): FormType[] {
  return FORM_TYPES.filter((each) => types.includes(each));
}

function keyed<T extends object>(lines: readonly T[]): (T & { key: string })[] {
  return lines.map((line, at) => ({ ...line, key: String(at) }));
}

function origin({ source, year }: { source: string | null; year: number | null }) {
  return { source: source ?? '', year: words(year ?? undefined) };
}

function words(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
