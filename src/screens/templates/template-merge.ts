import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import { linesMerge, mergeForms, wholeField, type FieldMerge, type FormMerge } from '#src/editing/form-merge.ts';
import type { Sides } from '#src/editing/merge-lines.ts';
import { textWords } from '#src/editing/text-words.ts';
import { SIGN_WORDS } from '#src/ui/clinical/sign-words.ts';
import type { TemplateForm } from './template-form.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

const part = (text: string) => [{ label: '', text }];
const nameOf = ({ language }: TemplateForm['translations'][number]) => `${ENGLISH_NAMES[language]} translation`;

const MERGES: readonly FieldMerge<TemplateForm>[] = [
  wholeField('name', 'Name', part),
  wholeField('formType', 'Type of form', (type) => part(FORM_WORDS[type].name)),
  wholeField('speciality', 'Speciality', (value) => part(value === '' ? 'All' : value)),
  wholeField(
    'data',
    'Text',
    (nodes) => textWords(nodes, { places: SIGN_WORDS }),
    (nodes) => nodes,
  ),
  linesMerge({
    linesOf: ({ translations }) => translations,
    partOf: (translations) => ({ translations }),
    idOf: (key) => `translations.${key}`,
    labelOf: nameOf,
    takenOf: nameOf,
    wordsOf: ({ data, language, complete }) => [
      ...textWords(data, { language, places: SIGN_WORDS }),
      { label: 'Finished', text: complete ? 'Yes' : 'No' },
    ],
    textOf: ({ data, language }) => ({ nodes: data, language }),
    names: { keyOf: ({ language }) => language, identityOf: ({ language }) => language, hasIds: true, withKey: (line) => line },
  }),
];

/** Merges what this person typed into what somebody else has saved: by field, and each translation by itself. */
export function mergeTemplateForms(sides: Sides<TemplateForm>): FormMerge<TemplateForm> {
  return mergeForms(sides, MERGES);
}
