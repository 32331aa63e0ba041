import type { PatientLanguage } from '#domain/values/patient-languages.ts';

/** Id of the panel with all translations. */
export const TRANSLATIONS_ID = 'translations';

/** Id of the group with a translation, which has the focus once it is added. */
export function groupId(language: PatientLanguage): string {
  return `translation-group-${language}`;
}

/** Id of the button that adds a translation. */
export function buttonId(language: PatientLanguage): string {
  return `translate-${language}`;
}

/** Puts the focus on the first of these elements that is there, once the page has been drawn. */
export function focusFirst(...ids: readonly string[]): void {
  setTimeout(() => {
    const found = ids.map((id) => document.getElementById(id)).find((each) => each !== null);
    found?.focus();
  });
}
