/** Letters that every font has: most texts need no table of fonts. */
const COMMON = /^[\t\n -\u024f\u2010-\u2027]*$/u;

/** A text that was looked up in the table of the fonts. @property note - null where every letter has one */
export type NotedText = { readonly text: string; readonly note: string | null };

/** Whether a text has letters that have to be looked up. */
export function needsFonts(text: string): boolean {
  return !COMMON.test(text);
}

/** The note that is shown with a text: while it is being looked up, that of the text before, so that nothing comes and goes at each key. */
export function noteNow(text: string, last: NotedText): string | null {
  return needsFonts(text) ? last.note : null;
}
