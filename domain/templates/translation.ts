import * as v from 'valibot';
import { isSameValue } from '#domain/base/canonical.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { Uuid } from '#domain/values/text.ts';

/** A translated text with the English that it translates: it is shown beside exactly that English, and beside no other. */
export type TranslatedText = { english: string; text: string };

/** Whether a translation belongs to the present English: a translation of earlier words is shown to nobody. */
export function isOfEnglish<E>({ english }: { readonly english: E }, present: E): boolean {
  return typeof present === 'string' ? english === present : isSameValue(english, present);
}

/** One kind of translation as the shared rules use it. `D`: a translation as an editor sends it. `E`: its English. */
export type TranslationKind<D, E> = {
  /** a translation without texts: its writers are known while there is none */
  readonly empty: (language: PatientLanguage) => D;
  /** whether there is a translation, and not its writers alone */
  readonly hasTexts: (translation: D) => boolean;
  /** whether the words of the first are all among those of the second, which may have its mark and writers with it: they are no words */
  readonly isUnchanged: (draft: D, before: D) => boolean;
  /** whether patients may read any of it beside this English */
  readonly isReadable: (translation: D, english: E) => boolean;
  /** the texts that patients read in English alone, each once */
  readonly untranslated: (translation: D, english: E) => string[];
};

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
