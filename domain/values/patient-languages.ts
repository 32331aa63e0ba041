/** Languages beside English in which a signer can read the pages, as BCP 47 tags. Their texts are not reviewed by a translator yet. */
export const PATIENT_LANGUAGES = ['cy', 'ar'] as const;
export type PatientLanguage = (typeof PATIENT_LANGUAGES)[number];

/** All languages of the patients' pages. */
export const PAGE_LANGUAGES = ['en', ...PATIENT_LANGUAGES] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The name of a language in that language. */
export const OWN_NAMES: Readonly<Record<PageLanguage, string>> = { en: 'English', cy: 'Cymraeg', ar: 'العربية' };

/** The name of a language in English, for staff and for the document. */
export const ENGLISH_NAMES: Readonly<Record<PatientLanguage, string>> = { cy: 'Welsh', ar: 'Arabic' };

export type Direction = 'ltr' | 'rtl';
const DIRECTIONS: Readonly<Record<PageLanguage, Direction>> = { en: 'ltr', cy: 'ltr', ar: 'rtl' };

/** Whether the pages have the language beside English, which nobody translates into. */
export function isPatientLanguage(language: PageLanguage): language is PatientLanguage {
  return language !== 'en';
}

/** Whether a language is read from the right. */
export function isReadFromRight(language: PageLanguage): boolean {
  return DIRECTIONS[language] === 'rtl';
}

/** The attributes of an element whose words are in this language. */
export function languageAttributes(language: PageLanguage): { readonly lang: string; readonly dir: Direction } {
  return { lang: isPatientLanguage(language) ? language : 'en-GB', dir: DIRECTIONS[language] };
}
