import { fontHolds } from '#domain/values/printable.ts';
import { ARABIC_FIRST, ARABIC_WHOLE, FONT_FAMILIES } from './fonts.ts';

/** Letters of one script, with what stands between them: the language by which they are read aloud, and the family that has them all. */
export type ScriptRun = { readonly text: string; readonly lang: string; readonly font: string };

/**
 * A script: `lang` is the language most written in it, `others` those that a patient may have as well. `font` is that of its letters; the
 * first one where absent.
 */
type Script = { readonly letters: string; readonly lang: string; readonly others?: readonly string[]; readonly font?: string };

const SCRIPTS: readonly Script[] = [
  { letters: 'Arabic', lang: 'ar', others: ['ur', 'ps', 'fa', 'ckb', 'sd', 'ug', 'pa', 'ks'], font: ARABIC_FIRST },
  { letters: 'Hebrew', lang: 'he', others: ['yi'], font: 'Noto Sans Hebrew' },
  { letters: 'Greek', lang: 'el' },
  { letters: 'Cyrillic', lang: 'ru', others: ['uk', 'bg', 'be', 'sr', 'mk', 'kk', 'ky', 'mn', 'tg'] },
  { letters: 'Devanagari', lang: 'hi', others: ['ne', 'mr', 'sa', 'mai', 'bho', 'kok'] },
  { letters: 'Bengali', lang: 'bn', others: ['as', 'syl'], font: 'Noto Sans Bengali' },
  { letters: 'Gurmukhi', lang: 'pa', font: 'Noto Sans Gurmukhi' },
  { letters: 'Gujarati', lang: 'gu', font: 'Noto Sans Gujarati' },
  { letters: 'Oriya', lang: 'or', font: 'Noto Sans Oriya' },
  { letters: 'Tamil', lang: 'ta', font: 'Noto Sans Tamil' },
  { letters: 'Telugu', lang: 'te', font: 'Noto Sans Telugu' },
  { letters: 'Kannada', lang: 'kn', font: 'Noto Sans Kannada' },
  { letters: 'Malayalam', lang: 'ml', font: 'Noto Sans Malayalam' },
  { letters: 'Sinhala', lang: 'si', font: 'Noto Sans Sinhala' },
  { letters: 'Thai', lang: 'th', font: 'Noto Sans Thai' },
  { letters: 'Lao', lang: 'lo', font: 'Noto Sans Lao' },
  { letters: 'Khmer', lang: 'km', font: 'Noto Sans Khmer' },
  { letters: 'Myanmar', lang: 'my', others: ['shn', 'mnw', 'kar'], font: 'Noto Sans Myanmar' },
  { letters: 'Ethiopic', lang: 'am', others: ['ti', 'tig'], font: 'Noto Sans Ethiopic' },
  { letters: 'Georgian', lang: 'ka', font: 'Noto Sans Georgian' },
  { letters: 'Armenian', lang: 'hy', font: 'Noto Sans Armenian' },
  { letters: 'Hangul', lang: 'ko', font: 'Noto Sans KR' },
  { letters: 'Hiragana', lang: 'ja', font: 'Noto Sans SC' },
  { letters: 'Katakana', lang: 'ja', font: 'Noto Sans SC' },
  { letters: 'Han', lang: 'zh', others: ['ja', 'ko', 'yue'], font: 'Noto Sans SC' },
];

const MATCHERS = SCRIPTS.map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script.letters}}`, 'u') }));

/** Nothing to mark: Latin letters, digits and marks that every text has. */
const PLAIN = /^[\t\n -\u036f\u1e00-\u1eff\u2000-\u206f]*$/u;
const LETTER = /\p{L}/u;

/**
 * Cuts a text into runs of one script and what is between them, the signs of isolates apart. A run begins and ends with a letter of its
 * script and the marks on it; spaces and punctuation between two of its letters are a part of it. Nothing is added or left out.
 *
 * @param language - the patient's: it decides where several languages have the letters
 */
export function scriptRuns(text: string, language: string): (string | ScriptRun)[] {
  if (PLAIN.test(text) && !ISOLATE.test(text)) return [text];
  const letters = [...text];
  const found: (string | ScriptRun)[] = [];
  let plain = '';
  const add = (...parts: readonly (string | ScriptRun)[]) => {
    if (plain !== '') found.push(plain);
    found.push(...parts);
    plain = '';
  };
  for (let at = 0; at < letters.length;) {
    const first = letters[at] ?? '';
    const script = scriptOf(first);
    const end = script === null ? at + 1 : endOfRun(letters, at, script);
    if (script !== null) add(...wordsOf(letters.slice(at, end).join(''), script, language));
    else if (ISOLATE.test(first)) add(first);
    else plain += first;
    at = end;
  }
  add();
  return found;
}

/** The place behind the last letter of a run, with the marks on it. */
function endOfRun(letters: readonly string[], start: number, script: Script): number {
  let end = start + 1;
  for (let at = end; at < letters.length; at++) {
    const letter = letters[at] ?? '';
    const own = scriptOf(letter);
    if (own === null ? LETTER.test(letter) || ISOLATE.test(letter) : !isOneWriting(script, own)) break;
    if (own !== null || (end === at && CLINGS.test(letter))) end = at + 1;
  }
  return end;
}

/** Marks and joiners stay with the letter before them. */
const CLINGS = /[\p{M}\u200c\u200d]/u;
/** The ends of an isolate, which the fonts are not asked for. */
const ISOLATE = /[\u2066-\u2069]/u;

/** Japanese is written in three scripts at once. */
function isOneWriting(one: Script, other: Script): boolean {
  const isJapanese = ({ letters }: Script) => letters === 'Hiragana' || letters === 'Katakana' || letters === 'Han';
  return one === other || (isJapanese(one) && isJapanese(other));
}

/** The script of a letter that is to be marked; null for Latin letters and what no script owns. */
function scriptOf(letter: string): Script | null {
  const known = scripts.get(letter);
  if (known !== undefined) return known;
  const found = PLAIN.test(letter) ? null : (MATCHERS.find(({ pattern }) => pattern.test(letter))?.script ?? null);
  scripts.set(letter, found);
  return found;
}

const scripts = new Map<string, Script | null>();

/** A run in the font of its script; in Arabic, words that the first font does not hold whole stand in the other, never one word in two. */
function wordsOf(text: string, script: Script, patientLanguage: string): ScriptRun[] {
  const [own = ''] = patientLanguage.toLowerCase().split('-');
  const { lang } = KANA.test(text) ? JAPANESE : { lang: script.others?.includes(own) === true ? own : script.lang };
  const { font = FONT_FAMILIES[0] ?? '' } = script;
  if (font !== ARABIC_FIRST || fontHolds(ARABIC_AT, text)) return [{ text, lang, font }];
  const words: ScriptRun[] = [];
  for (const word of text.split(/(?<=\s)(?=\S)/u)) {
    const family = fontHolds(ARABIC_AT, word) ? ARABIC_FIRST : ARABIC_WHOLE;
    const last = words.at(-1);
    if (last?.font === family) words[words.length - 1] = { text: last.text + word, lang, font: family };
    else words.push({ text: word, lang, font: family });
  }
  return words;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const JAPANESE = { lang: 'ja' };

const ARABIC_AT = FONT_FAMILIES.indexOf(ARABIC_FIRST);

/**
 * A prepared document in which the pieces of its texts are cut into runs of one script, each marked with its language and drawn in the
 * font that holds it whole.
 *
 * @param isFromRight - whether it stands in a paragraph that is read from the right
 */
export function withScripts(prepared: unknown, language: string, isFromRight = false): unknown {
  if (Array.isArray(prepared))
    return prepared.flatMap((each: unknown) =>
      typeof each === 'string'
        ? scriptRuns(each, language).map((run) => (typeof run === 'string' ? run : { ...run, rtl: isFromRight }))
        : [withScripts(each, language, isFromRight)],
    );
  if (typeof prepared !== 'object' || prepared === null) return prepared;
  const { rtl } = prepared as { readonly rtl?: unknown };
  const isTurned = isFromRight || rtl === true;
  return Object.fromEntries(Object.entries(prepared).map(([key, each]) => [key, withScripts(each, language, isTurned)]));
}
