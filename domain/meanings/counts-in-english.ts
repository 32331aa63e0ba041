import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';

/** In the place of a meaning that nobody has written. */
export const ONLY_ENGLISH = 'In English alone';

/** Below a form's own text of which a part has no meaning. */
export const REST_IN_ENGLISH = 'The rest of this text is in English alone.';

/** The sentence beside a signature that says which words count; nobody has reviewed the meanings of this build. */
export function countsInEnglish(language: PatientLanguage): string {
  return `What is signed is the English. The ${ENGLISH_NAMES[language]} says what it means; not reviewed.`;
}
