/** The class that Chromium and its relatives put on a page that they have translated. */
const TRANSLATED_CLASS = /\btranslated-(?:ltr|rtl)\b/;

/** Elements and attributes that translators leave in a page; none of our pages has one. */
const LEFT_BEHIND = 'font, [_msttexthash], [_msthash]';

/** The attributes that change when a page is translated. */
export const MARKED_ATTRIBUTES = ['class', '_msttexthash', '_msthash'];

/**
 * Whether a translator has changed a page: it says so, or a sentence that only a translator changes is another one now.
 *
 * @param probe - an element of one sentence, which nothing of the app touches
 */
export function isTranslated(page: Document, probe: { readonly element: Element; readonly words: string }): boolean {
  const { element, words } = probe;
  const isChanged = element.textContent !== words || element.childElementCount > 0;
  return isChanged || TRANSLATED_CLASS.test(page.documentElement.className) || page.querySelector(LEFT_BEHIND) !== null;
}
