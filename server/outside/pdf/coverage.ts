import { readFileSync } from 'node:fs';
import { regularFontFiles } from './fonts.ts';

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
 * Lists the characters (as people count them, each once) that no font of the PDF can show.
 * Empty means that the text prints whole.
 */
export function unshowable(text: string): string[] {
  const missing = new Set<string>();
  for (const word of text.split(/\s+/u)) {
    if (COMMON.test(word) || isInFirstFont(word)) continue;
    for (const { segment } of graphemes.segment(word)) if (!isShowable(segment)) missing.add(segment);
  }
  return [...missing];
}

/**
 * Text in which each character that no font can show stands as its number, `[U+1F642]`: for words that were stored before anybody could
 * be asked for others.
 */
export function printableText(text: string): string {
  if (unshowable(text).length === 0) return text;
  const numbered = (grapheme: string) =>
    [...grapheme].map((each) => `[U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join('');
  return [...graphemes.segment(text)].map(({ segment }) => (isShowable(segment) ? segment : numbered(segment))).join('');
}

/** The common case, settled without opening a font: printable ASCII and Latin-1 letters. */
const COMMON = /^[!-~\u00a1-\u00ac\u00ae-\u00ff]*$/u;

/** Finding the letters as people count them is slow; a word that one font holds whole needs none of it. */
function isInFirstFont(word: string): boolean {
  const [first] = fonts();
  return (
    first !== undefined && !SHAPELESS.test(word) && [...word].every((character) => has(first, character.codePointAt(0) ?? 0))
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Lone surrogates, controls and private characters have no agreed shape, whatever a font may draw for them. */
const SHAPELESS = /[\p{Cs}\p{Co}\p{Cn}]|(?![\t\n\r])\p{Cc}/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\t\n\r]/gu;

/** One font must hold the letter and all its marks, composed or apart: a mark is never borrowed from another font. */
function isShowable(grapheme: string): boolean {
  if (SHAPELESS.test(grapheme)) return false;
  const visible = grapheme.replace(INVISIBLE, '');
  if (visible === '') return true;
  // With a variation selector the letter is taken as it stands.
  const forms = visible === grapheme ? [visible.normalize('NFC'), visible.normalize('NFD')] : [visible];
  return forms.some((form) => fonts().some((font) => [...form].every((character) => has(font, character.codePointAt(0) ?? 0))));
}

/** Sorted, flattened ranges: start, end, start, end… */
type Coverage = readonly number[];

let loaded: readonly Coverage[] | undefined;

function fonts(): readonly Coverage[] {
  loaded ??= regularFontFiles().map((file) => coverageOf(readFileSync(file)));
  return loaded;
}

function has(font: Coverage, code: number): boolean {
  let low = 0;
  let high = font.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (font[middle * 2] ?? 0)) high = middle - 1;
    else if (code > (font[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** Reads a font's character map: OpenType `cmap`, formats 12 and 4. */
function coverageOf(font: Buffer): Coverage {
  const cmap = tableOffset(font, 'cmap');
  let best: Coverage = [];
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(table);
    if (format === 12) return groups(font, table);
    if (format === 4) best = segments(font, table);
  }
  return best;
}

function tableOffset(font: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + font.readUInt16BE(4) * 16; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`A font of this program has no ${tag} table.`);
}

function groups(font: Buffer, table: number): Coverage {
  const ranges: number[] = [];
  for (let index = 0; index < font.readUInt32BE(table + 12); index++) {
    const group = table + 16 + index * 12;
    ranges.push(font.readUInt32BE(group), font.readUInt32BE(group + 4));
  }
  return ranges;
}

function segments(font: Buffer, table: number): Coverage {
  const length = font.readUInt16BE(table + 6);
  const ranges: number[] = [];
  for (let index = 0; index < length; index += 2) {
    const end = font.readUInt16BE(table + 14 + index);
    const start = font.readUInt16BE(table + 16 + length + index);
    const delta = font.readUInt16BE(table + 16 + length * 2 + index);
    const position = table + 16 + length * 3 + index;
    const offset = font.readUInt16BE(position);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset === 0 ? code : font.readUInt16BE(position + offset + (code - start) * 2);
      const glyph = offset === 0 || listed !== 0 ? (listed + delta) % 0x10000 : 0;
      if (glyph !== 0) ranges.push(code, code);
    }
  }
  return ranges;
}
