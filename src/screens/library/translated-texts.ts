import { hasInk } from '#domain/values/ink.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TranslatedTexts } from '#src/editing/translation/merge-translations.ts';
import type { TranslationForm } from './translation-form.ts';
import { TEXT_WORDS } from './translation-words.ts';

type Entry = TranslationForm['texts'][number];

/** The texts of a procedure's translation for the merge: each is named by its field and its English. */
export const PROCEDURE_TEXTS: TranslatedTexts<TranslationForm, Entry> = {
  textsOf: ({ texts }) => {
    const written = new Map<string, Entry>();
    for (const entry of texts) {
      const id = `${entry.kind} ${entry.english}`;
      if (hasInk(entry.text) && !written.has(id)) written.set(id, entry);
    }
    return written;
  },
  withTexts: (language: PatientLanguage, texts) => ({ language, texts: [...texts] }),
  wordsOf: ({ kind, text }, language) => [{ label: TEXT_WORDS[kind] ?? 'Text', text, language }],
  englishOf: ({ english }) => english,
};
