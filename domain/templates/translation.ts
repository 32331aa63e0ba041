import * as v from 'valibot';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import { Uuid } from '#domain/values/text.ts';

/** A translated text with the English that it translates: it is shown beside exactly that English, and beside no other. */
export type TranslatedText = { english: string; text: string };

/** The language of a translation: one that the patients' pages have. */
export const TranslationLanguage = v.picklist(PATIENT_LANGUAGES, 'Choose a language of the patients’ pages');

/** The mark of a review, and the users who wrote the translation, who cannot review it. */
export const TranslationReview = { reviewed: v.boolean(), writers: v.array(Uuid) };

/** As many translations as there are languages. */
export function translationsOf<S extends v.GenericSchema>(item: S) {
  return v.pipe(
    v.array(item, 'The translations must be a list'),
    v.maxLength(PATIENT_LANGUAGES.length, `At most ${PATIENT_LANGUAGES.length} translations`),
  );
}
