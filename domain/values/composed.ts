/** Letters that are read from the right: Arabic with its extensions, Hebrew, Syriac, Thaana, N'Ko, and those of the planes above. */
export const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** U+2068: what follows has the direction of its own first letter, and turns nothing around it. */
export const FIRST_STRONG_ISOLATE = '\u2068';
/** U+2069: the end of what is isolated. */
export const POP_ISOLATE = '\u2069';

const FIRST_LETTER = /\p{L}/u;

/**
 * A line of several pieces, read from the left: each piece that holds letters read from the right is isolated, so that a name does not turn
 * round the words, numbers and names beside it. Every line of a document with more than one person’s words in it is made here.
 *
 * @example composed`${name}, ${role}`
 */
export function composed(words: TemplateStringsArray, ...pieces: readonly (string | number)[]): string {
  return words.reduce((line, each, at) => line + isolated(String(pieces[at - 1] ?? '')) + each);
}

/** Pieces one after the other with the same words between them, as {@link composed} makes a line. */
export function composedList(pieces: readonly string[], between: string): string {
  return pieces.map(isolated).join(between);
}

/** Whether a text is a line that {@link composed} made, with a piece that is read from the right. */
export function isComposed(text: string): boolean {
  return text.includes(FIRST_STRONG_ISOLATE);
}

/** Whether a text reads from the right: the words of one person as their first letter does, a composed line never. */
export function readsFromRight(text: string): boolean {
  return !isComposed(text) && FROM_RIGHT.test(FIRST_LETTER.exec(text)?.[0] ?? '');
}

/** An isolate holds for its line alone, so that each line of a piece has its own. */
function isolated(piece: string): string {
  if (!FROM_RIGHT.test(piece)) return piece;
  return piece
    .split('\n')
    .map((line) => (FROM_RIGHT.test(line) ? FIRST_STRONG_ISOLATE + line + POP_ISOLATE : line))
    .join('\n');
}
