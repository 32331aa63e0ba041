/** Languages beside English in which a signer can read the pages, as BCP 47 tags. Their texts are not reviewed by a translator yet. */
export const PATIENT_LANGUAGES = ['cy', 'ar'] as const;
export type PatientLanguage = (typeof PATIENT_LANGUAGES)[number];

/** The name of a language in that language. */
export const OWN_NAMES: Readonly<Record<'en' | PatientLanguage, string>> = { en: 'English', cy: 'Cymraeg', ar: 'العربية' };

/** The name of a language in English, for staff and for the document. */
export const ENGLISH_NAMES: Readonly<Record<PatientLanguage, string>> = { cy: 'Welsh', ar: 'Arabic' };

/** The direction in which a language is read. */
export function directionOf(language: 'en' | PatientLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
