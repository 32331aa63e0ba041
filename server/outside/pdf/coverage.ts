import { graphemesOf, isShowable, unshowable } from '#domain/printable.ts';

/** Thrown instead of drawing a box where a character should be: a record may not lose a letter of a name. */
export class UnshowableText extends Error {
  override name = 'UnshowableText';
  readonly characters: readonly string[];

  constructor(characters: readonly string[]) {
    super('The document holds characters that no font can show.');
    this.characters = characters;
  }
}

/**
 * Text in which each character that no font can show stands as its number, `[U+1F642]`: for words that were stored before anybody could
 * be asked for others.
 */
export function printableText(text: string): string {
  if (unshowable(text).length === 0) return text;
  const numbered = (grapheme: string) =>
    [...grapheme].map((each) => `[U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join('');
  return graphemesOf(text)
    .map((grapheme) => (isShowable(grapheme) ? grapheme : numbered(grapheme)))
    .join('');
}
