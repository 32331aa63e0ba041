/** Letters that every font has: most texts need no table of fonts. */
const COMMON = /^[\t\n -\u024f\u2010-\u2027]*$/u;

/** A text that was looked up in the table of the fonts. @property found - that of a text of which every letter has one, until it is known */
export type FontLookup<Found> = { readonly text: string; readonly found: Found };

/** Whether a text has letters that have to be looked up. */
export function needsFonts(text: string): boolean {
  return !COMMON.test(text);
}

/**
 * The finding that is shown with a text: while it is being looked up, that of the text before, so that nothing comes and goes at each
 * key.
 *
 * @param none - the finding of a text that needs no looking up
 */
export function foundNow<Found>(text: string, last: FontLookup<Found>, none: Found): Found {
  return needsFonts(text) ? last.found : none;
}
