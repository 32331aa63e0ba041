import { isSameValue } from '#domain/digest.ts';
import { ENGLISH_NAMES } from '#domain/patient-languages.ts';
import { frequencySentence } from '#domain/frequency.ts';
import { textsOf } from '#domain/template-texts.ts';
import type { ProcedureField, ProcedureForm } from './procedure-form.ts';
import { frequencyOf } from './procedure-input.ts';

/** The label of each field. */
export const FIELD_LABELS: Readonly<Record<ProcedureField, string>> = {
  procedureName: 'Name',
  procedureAcronym: 'Acronym',
  procedureDescription: 'What is done',
  speciality: 'Speciality',
  formTypes: 'Forms',
  sideRequired: 'Side',
  siteDefault: 'Part of the body',
  anaestheticDefault: 'Usual anaesthetic',
  formDefault: 'Usual form',
  codes: 'Codes',
  benefits: 'Benefits',
  risks: 'Risks',
  alternatives: 'Other ways',
  sections: 'Sections',
  Leaflets: 'Leaflets',
  videoLinks: 'Videos',
  imageRefs: 'Pictures',
  understanding: 'Questions of understanding',
  owner: 'Owner',
  reviewDate: 'Review date',
  translations: 'Translations',
};
// Object.keys returns string; these are the keys of the table above.
const FIELDS = Object.keys(FIELD_LABELS) as ProcedureField[];

/** Two people's edits of one procedure, merged by field. */
export type ProcedureMerge = {
  readonly form: ProcedureForm;
  /** changed by both, and differently: a person chooses */
  readonly clashes: readonly { readonly field: ProcedureField; readonly mine: ProcedureForm; readonly theirs: ProcedureForm }[];
  /** changed by the other person alone, and taken over */
  readonly taken: readonly ProcedureField[];
};

/** Merges what this person typed into what somebody else has saved. At a clash the form has the own value until somebody chooses. */
export function mergeProcedureForms({
  base,
  mine,
  theirs,
}: Readonly<Record<'base' | 'mine' | 'theirs', ProcedureForm>>): ProcedureMerge {
  const isChanged = (from: ProcedureForm, to: ProcedureForm) => (field: ProcedureField) =>
    !isSameValue(plain(from[field]), plain(to[field]));
  const own = FIELDS.filter(isChanged(base, mine));
  const other = FIELDS.filter(isChanged(base, theirs));
  const clashes = own.filter((field) => other.includes(field) && isChanged(mine, theirs)(field));
  const kept = Object.fromEntries(own.map((field) => [field, mine[field]]));
  return {
    form: { ...theirs, ...kept },
    clashes: clashes.map((field) => ({ field, mine, theirs })),
    taken: other.filter((field) => !own.includes(field)),
  };
}

/** The fields that differ, whatever the keys of their lines. */
export function changedFields(from: ProcedureForm, to: ProcedureForm): ProcedureField[] {
  return FIELDS.filter((field) => !isSameValue(plain(from[field]), plain(to[field])));
}

/** The value of a field in words, for a choice between two. */
export function fieldWords(field: ProcedureField, form: ProcedureForm): string {
  switch (field) {
    case 'risks':
      return lines(form.risks.map((risk) => `${risk.name}: ${frequencySentence(frequencyOf(risk))}`));
    case 'benefits':
    case 'alternatives':
      return lines(form[field].map(({ text }) => text));
    case 'sections':
      return lines(form.sections.map(({ title, nodes }) => `${title}: ${textsOf(nodes).join(' ')}`));
    case 'codes':
      return lines(form.codes.map(({ code, display }) => `${code} ${display}`));
    case 'Leaflets':
    case 'videoLinks':
    case 'imageRefs':
      return lines(form[field].map(({ title, url }) => `${title}: ${url}`));
    case 'understanding':
      return lines(form.understanding.map(({ question, options, right }) => `${question} ${options[right ?? -1] ?? ''}`.trim()));
    case 'formTypes':
    case 'anaestheticDefault':
      return lines(form[field]);
    case 'translations':
      return lines(
        form.translations.map(({ language, texts }) => `${ENGLISH_NAMES[language]}: ${texts.map(({ text }) => text).join(', ')}`),
      );
    case 'sideRequired':
      return form.sideRequired === true ? 'Must be chosen' : 'Not needed';
    default:
      return form[field] || 'Empty';
  }
}

function lines(parts: readonly string[]): string {
  return parts.join('; ') || 'Empty';
}

/** A value without the keys of its lines, which only tell one line on the screen from another. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((line: unknown) => (typeof line === 'object' && line !== null ? { ...line, key: '' } : line));
}
