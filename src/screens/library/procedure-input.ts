import { hasInk } from '#domain/values/ink.ts';
import { ProcedureFields, ResourceFields } from '#domain/library/procedure.ts';
import { translationsOf } from '#domain/templates/translation.ts';
import { ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';
import { procedureFaults } from '#domain/library/procedure-faults.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';
import type { Frequency } from '#domain/library/frequency.ts';
import { needsBasis, NO_BASIS, withBasis } from '#src/editing/figure-basis.ts';
import { choicesFrom } from '#src/editing/choices-form.ts';
import { translationInput } from './translation-form.ts';
import type { BenefitForm, ProcedureLinkForm, ProcedureForm, QuestionForm, RiskForm } from './procedure-form.ts';

const Input = v.strictObject({ ...ProcedureFields, translations: translationsOf(ProcedureTranslationDraft) });
/** The fields of a procedure, for the server. */
export type ProcedureInput = v.InferOutput<typeof Input>;

type Links = Pick<ProcedureForm, 'Leaflets' | 'videoLinks' | 'imageRefs'>;

/** The form's problems, each with the id of its control, and the input where there are none. */
export function readProcedureForm(form: ProcedureForm): { input: ProcedureInput | null; problems: FieldProblem[] } {
  const parsed = v.safeParse(Input, candidateOf(form), { abortPipeEarly: true });
  const { fieldAt } = translationInput(form);
  const problems = [...(parsed.issues ?? []).map(problemOf), ...unsaid(form)].map((each) => ({
    ...each,
    field: fieldAt(each.field ?? '') ?? each.field,
  }));
  if (parsed.success) problems.push(...procedureFaults(parsed.output).map(({ path, message }) => ({ field: path, message })));
  const input = parsed.success && problems.length === 0 ? parsed.output : null;
  return { input, problems: problems.toSorted(byField).map(ofQuestion) };
}

/** As {@link readProcedureForm}, of the links alone. */
export function readLinksForm(form: Links) {
  const parsed = v.safeParse(v.strictObject(ResourceFields), linksOf(form), { abortPipeEarly: true });
  return { input: parsed.success ? parsed.output : null, problems: (parsed.issues ?? []).map(problemOf) };
}

/** The id of the control for a path of the call: `risks.0.frequency.num` is entered at `risks.0.num`. */
export function procedureControlId(path: string): string | undefined {
  if (path === '') return undefined;
  return path.replace(/\.frequency$/, '.num').replace('.frequency.', '.');
}

/** How often a risk happens, as typed; null where no figure is known, or none has been typed yet. */
export function frequencyOf({ hasFigure, num, den, basis }: RiskForm): Frequency {
  return hasFigure === true ? withBasis({ num: count(num), den: count(den) }, basis) : null;
}

function candidateOf(form: ProcedureForm) {
  const { siteDefault, anaestheticDefault, formDefault, choices, bloodNotAsked } = form;
  return {
    procedureName: form.procedureName,
    procedureAcronym: form.procedureAcronym,
    procedureDescription: form.procedureDescription,
    speciality: form.speciality,
    formTypes: form.formTypes,
    sideRequired: form.sideRequired ?? false,
    ...(hasInk(siteDefault) && { siteDefault }),
    ...(anaestheticDefault.length > 0 && { anaestheticDefault }),
    ...(formDefault !== '' && { formDefault }),
    ...(choices.length > 0 && { choices: choicesFrom(choices) }),
    ...(bloodNotAsked && { bloodNotAsked }),
    codes: form.codes.map(({ system, code, display }) => ({ system, code, display })),
    benefits: form.benefits.map((each) => ({ text: each.text, ...origin(each) })),
    risks: form.risks.map((each) => ({
      name: each.name,
      text: each.text,
      frequency: frequencyOf(each),
      ...origin(each),
      population: orNull(each.population),
      core: each.core,
    })),
    alternatives: form.alternatives.map(({ text }) => text),
    sections: form.sections.map(({ id, title, nodes }) => ({ id, title, nodes })),
    ...linksOf(form),
    understanding: form.understanding.map(questionOf),
    owner: orNull(form.owner),
    reviewDate: orNull(form.reviewDate),
    translations: translationInput(form).drafts,
  };
}

function linksOf({ Leaflets, videoLinks, imageRefs }: Links) {
  const plain = (links: readonly ProcedureLinkForm[]) => links.map(({ title, url }) => ({ title, url: url.trim() }));
  return { Leaflets: plain(Leaflets), videoLinks: plain(videoLinks), imageRefs: plain(imageRefs) };
}

// Options are typed into fixed places: the empty ones are left out, and the right one is found again among the others.
function questionOf({ id, question, options, right, place }: QuestionForm) {
  const offered = options.map((text, at) => ({ text, at })).filter(({ text }) => hasInk(text));
  // One that nobody chose is reported by itself.
  const rightOne = right === null ? 0 : offered.findIndex(({ at }) => at === right);
  return { id, question, options: offered.map(({ text }) => text), right: rightOne, place };
}

function origin({ source, year }: BenefitForm | RiskForm) {
  return { source: orNull(source), year: hasInk(year) ? count(year) : null };
}

function orNull(text: string): string | null {
  return hasInk(text) ? text : null;
}

// Thousands may be typed with commas or spaces; input that is no number is left to the schema to refuse.
function count(text: string): number {
  const digits = text.replaceAll(/[\s,]/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}

/** Questions that nothing is assumed for. */
function unsaid({ sideRequired, risks, understanding }: ProcedureForm): FieldProblem[] {
  return [
    ...(sideRequired === null ? [{ field: 'sideRequired', message: 'Say whether a side must be chosen' }] : []),
    ...risks.flatMap((risk, at) => {
      const { hasFigure, basis } = risk;
      if (hasFigure === null)
        return [{ field: `risks.${at}.hasFigure`, message: 'Enter how often this happens, or say that no figure is known' }];
      const figure = frequencyOf(risk);
      const isUnsaid = figure !== null && needsBasis(figure) && basis === null;
      return isUnsaid ? [{ field: `risks.${at}.basis`, message: NO_BASIS }] : [];
    }),
    ...understanding.flatMap(({ right }, at) =>
      right === null ? [{ field: `understanding.${at}.right`, message: 'Choose the right answer' }] : [],
    ),
  ];
}

/** A problem of a question, with the number of the question in its words. */
function ofQuestion(problem: FieldProblem): FieldProblem {
  const at = /^understanding\.(\d+)/.exec(problem.field ?? '')?.[1];
  return at === undefined ? problem : { ...problem, message: `Question ${Number(at) + 1}: ${problem.message}` };
}

function problemOf(issue: v.BaseIssue<unknown>): FieldProblem {
  return { field: procedureControlId(v.getDotPath(issue) ?? ''), message: issue.message };
}

/** The fields in the order of the screen. */
const ORDER: readonly string[] = [
  'procedureName',
  'procedureAcronym',
  'speciality',
  'procedureDescription',
  'formTypes',
  'sideRequired',
  'siteDefault',
  'benefits',
  'risks',
  'alternatives',
  'bloodNotAsked',
  'choices',
  'sections',
  'Leaflets',
  'videoLinks',
  'imageRefs',
  'understanding',
  'codes',
  'translations',
  'owner',
  'reviewDate',
];

function byField(one: FieldProblem, other: FieldProblem): number {
  const at = ({ field = '' }: FieldProblem) => ORDER.indexOf(field.split('.')[0] ?? '');
  return at(one) - at(other);
}
