import { PAGE_LANGUAGES, type PageLanguage } from '#domain/values/patient-languages.ts';
import { tabItems } from '#src/device/web-storage.ts';

/** Key in sessionStorage of the language that somebody chose, with the visit in which they did. */
export const LANGUAGE_KEY = 'assent.language';

/** The language chosen in a visit, null before any was: that of another visit, by another person on this tablet, is none. */
export function storedLanguage(visitId: string): PageLanguage | null {
  const [language, ...id] = (tabItems.getItem(LANGUAGE_KEY) ?? '').split(' ');
  if (visitId === '' || id.join(' ') !== visitId) return null;
  return PAGE_LANGUAGES.find((each) => each === language) ?? null;
}

/** Stores the choice of a visit until the tab is closed, or the tablet is taken back. */
export function storeLanguage(visitId: string, language: PageLanguage): void {
  try {
    tabItems.setItem(LANGUAGE_KEY, `${language} ${visitId}`);
  } catch {
    // Refused or full storage: the choice then lasts until a reload.
  }
}
