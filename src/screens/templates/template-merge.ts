import { choicesMerge } from '#src/editing/choices-merge.ts';
import { mergeForms, wholeField, type FieldMerge, type FormMerge } from '#src/editing/form-merge.ts';
import type { TemplateTranslationDraft } from '#domain/templates/template-translation.ts';
import type { Sides } from '#src/editing/merge-lines.ts';
import { translationsMerge, type TranslatedTexts } from '#src/editing/translation/merge-translations.ts';
import { textWords } from '#src/editing/text-words.ts';
import { SIGN_WORDS } from '#src/ui/clinical/sign-words.ts';
import type { TemplateForm } from './template-form.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

const part = (text: string) => [{ label: '', text }];

/** A template's translation for the merge: one text, whole. */
const TEMPLATE_TEXT: TranslatedTexts<TemplateTranslationDraft, TemplateTranslationDraft> = {
  textsOf: (translation) => new Map([['data', translation]]),
  withTexts: (_, [translation = null]) => translation,
  wordsOf: ({ data, complete }, language) => [
    ...textWords(data, { language, places: SIGN_WORDS }),
    { label: 'Finished', text: complete ? 'Yes' : 'No' },
  ],
  englishOf: () => null,
  nodesOf: ({ data }) => data,
};

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
  choicesMerge('Choices of the patient'),
  translationsMerge(TEMPLATE_TEXT),
];

/** Merges what this person typed into what somebody else has saved: by field, and each translation by itself. */
export function mergeTemplateForms(sides: Sides<TemplateForm>): FormMerge<TemplateForm> {
  return mergeForms(sides, MERGES);
}
