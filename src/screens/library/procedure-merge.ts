import { hasInk } from '#domain/values/ink.ts';
import { ANAESTHETIC_WORDS } from '#domain/library/anaesthetic-words.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { frequencySentence } from '#domain/library/frequency.ts';
import { CODE_SYSTEM_WORDS } from '#domain/library/procedure-codes.ts';
import { linesField, mergeForms, wholeField, type FieldMerge, type FormMerge, type MergeWords } from '#src/editing/form-merge.ts';
import { formWithAudience } from './form-words.ts';
import type { Sides } from '#src/editing/merge-lines.ts';
import { choicesMerge } from '#src/editing/choices-merge.ts';
import type { ProcedureLinkForm, ProcedureField, ProcedureForm, QuestionForm } from './procedure-form.ts';
import { frequencyOf } from './procedure-input.ts';
import { textWords } from '#src/editing/text-words.ts';
import { translationsMerge } from '#src/editing/translation/merge-translations.ts';
import { PROCEDURE_TEXTS } from './translated-texts.ts';
import { TOPIC_WORDS } from './understanding-words.ts';

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
  choices: 'Choices of the patient',
  bloodNotAsked: 'Blood is not asked about',
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

const part = (label: string, text: string): MergeWords => ({ label, text });
const origin = ({ source, year }: { source: string; year: string }) => [part('Source', source), part('Year', year)];

type TextField =
  | 'procedureName'
  | 'procedureAcronym'
  | 'procedureDescription'
  | 'speciality'
  | 'siteDefault'
  | 'owner'
  | 'reviewDate';
const text = (field: TextField) => wholeField<ProcedureForm, TextField>(field, FIELD_LABELS[field], (value) => [part('', value)]);

const links = (field: 'Leaflets' | 'videoLinks' | 'imageRefs'): FieldMerge<ProcedureForm> =>
  linesField(field, FIELD_LABELS[field], {
    identityOf: ({ url }: ProcedureLinkForm) => url.trim(),
    nameOf: ({ title }) => title,
    wordsOf: ({ title, url }) => [part('Title', title), part('Address', url)],
  });

/** The merge of each field, in the order of the screen. */
const MERGES: readonly FieldMerge<ProcedureForm>[] = [
  text('procedureName'),
  text('procedureAcronym'),
  text('speciality'),
  text('procedureDescription'),
  wholeField('formTypes', FIELD_LABELS.formTypes, (types) => [part('', types.map(formWithAudience).join(', '))]),
  wholeField('sideRequired', FIELD_LABELS.sideRequired, (value) => [
    part('', value === null ? '' : value ? 'Must be chosen' : 'Not needed'),
  ]),
  text('siteDefault'),
  wholeField('formDefault', FIELD_LABELS.formDefault, (type) => [part('', type === '' ? '' : formWithAudience(type))]),
  wholeField('anaestheticDefault', FIELD_LABELS.anaestheticDefault, (types) => [
    part('', types.map((type) => ANAESTHETIC_WORDS.get(type) ?? type).join(', ')),
  ]),
  linesField('benefits', FIELD_LABELS.benefits, {
    identityOf: (line: ProcedureForm['benefits'][number]) => line.text.trim(),
    nameOf: (line) => line.text,
    wordsOf: (line) => [part('', line.text), ...origin(line)],
  }),
  linesField('risks', FIELD_LABELS.risks, {
    identityOf: ({ name }: ProcedureForm['risks'][number]) => name.trim(),
    nameOf: ({ name }) => name,
    wordsOf: (risk) => [
      part('Name', risk.name),
      part('What happens then', risk.text),
      part('How often', risk.hasFigure === null ? '' : frequencySentence(frequencyOf(risk))),
      ...origin(risk),
      part('Who was counted', risk.population),
      part('Core', risk.core ? 'Yes' : 'No'),
    ],
  }),
  linesField('alternatives', FIELD_LABELS.alternatives, {
    identityOf: (line: ProcedureForm['alternatives'][number]) => line.text.trim(),
    nameOf: (line) => line.text,
    wordsOf: (line) => [part('', line.text)],
  }),
  wholeField('bloodNotAsked', FIELD_LABELS.bloodNotAsked, (value) => [part('', value ? 'Yes' : 'No')]),
  choicesMerge(FIELD_LABELS.choices),
  linesField('sections', FIELD_LABELS.sections, {
    hasIds: true,
    identityOf: ({ id }: ProcedureForm['sections'][number]) => id,
    nameOf: ({ title }) => title,
    wordsOf: ({ title, nodes }) => [part('Title', title), ...textWords(nodes)],
  }),
  links('Leaflets'),
  links('videoLinks'),
  links('imageRefs'),
  linesField('understanding', FIELD_LABELS.understanding, {
    hasIds: true,
    identityOf: ({ id }: QuestionForm) => id,
    nameOf: ({ question }) => question,
    wordsOf: ({ question, options, right, place }) => [
      part('Question', question),
      ...options.map((option, at) => part(`Answer ${at + 1}`, option)),
      part('Right answer', right === null ? '' : (options[right] ?? '')),
      part('Page', place === '' ? '' : TOPIC_WORDS[place]),
    ],
  }),
  linesField('codes', FIELD_LABELS.codes, {
    identityOf: ({ system, code }: ProcedureForm['codes'][number]) => (hasInk(code) ? `${system} ${code.trim()}` : ''),
    nameOf: ({ code }) => code,
    wordsOf: ({ system, code, display }) => [
      part('System', CODE_SYSTEM_WORDS[system]),
      part('Code', code),
      part('Meaning', display),
    ],
  }),
  translationsMerge(PROCEDURE_TEXTS),
  text('owner'),
  text('reviewDate'),
];

/** Merges what this person typed into what somebody else has saved. At a clash the form has the own value until somebody chooses. */
export function mergeProcedureForms(sides: Sides<ProcedureForm>): FormMerge<ProcedureForm> {
  return mergeForms(sides, MERGES);
}

/** The fields that differ, whatever the keys of their lines. */
export function changedFields(from: ProcedureForm, to: ProcedureForm): ProcedureField[] {
  return FIELDS.filter((field) => !isSameValue(plain(from[field]), plain(to[field])));
}

/** A value without the keys of its lines, which only tell one line on the screen from another. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((line: unknown) => (typeof line === 'object' && line !== null ? { ...line, key: '' } : line));
}
