/** An entry of a dictionary: its key without the slash, and its value as it is written. */
export type DictionaryEntry = readonly [key: string, value: string];

const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;
/** Dictionaries in dictionaries; more is no file of ours. */
const DEPTH_MOST = 32;

/**
 * Reads a dictionary of a PDF (ISO 32000, 7.3); its values stay as they are written.
 *
 * @param text - each byte a character
 * @throws Error when no dictionary begins there
 */
export function readDictionary(text: string, at: number): { entries: DictionaryEntry[]; end: number } {
  if (!text.startsWith('<<', at)) throw new Error('not a dictionary');
  const entries: DictionaryEntry[] = [];
  let position = afterSpace(text, at + 2);
  while (!text.startsWith('>>', position)) {
    if (text[position] !== '/') throw new Error('not a key');
    const start = afterWord(text, position + 1);
    const begin = afterSpace(text, start);
    const end = afterValue(text, begin, 0);
    entries.push([text.slice(position + 1, start), text.slice(begin, end)]);
    position = afterSpace(text, end);
  }
  return { entries, end: position + 2 };
}

/** The value of a key. @throws Error where it has none */
export function pdfEntry(entries: readonly DictionaryEntry[], key: string): string {
  const found = entries.find(([each]) => each === key);
  if (!found) throw new Error('an entry is missing');
  return found[1];
}

/** The same entries with one value: in its place where there was one, else at the end. */
export function withEntry(entries: readonly DictionaryEntry[], key: string, value: string): DictionaryEntry[] {
  const has = entries.some(([each]) => each === key);
  return has ? entries.map((each) => (each[0] === key ? ([key, value] as const) : each)) : [...entries, [key, value]];
}

export function writeDictionary(entries: readonly DictionaryEntry[]): string {
  return `<<\n${entries.map(([key, value]) => `/${key} ${value}\n`).join('')}>>`;
}

/** `294 0 R` as its number. @throws Error for anything else */
export function referenceOf(value: string): number {
  const number = /^(\d{1,7}) 0 R$/.exec(value)?.[1];
  if (number === undefined) throw new Error('not a reference');
  return Number(number);
}

/** `[296 0 R 298 0 R]` as its numbers. @throws Error for anything else */
export function referencesOf(value: string): number[] {
  const inside = /^\[\s*((?:\d{1,7}\s+0\s+R\s*)*)\]$/.exec(value)?.[1];
  if (inside === undefined) throw new Error('not a list of references');
  return [...inside.matchAll(/(\d+)\s+0\s+R/g)].map(([, number]) => Number(number));
}

export function writeReferences(numbers: readonly number[]): string {
  return `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
}

function afterSpace(text: string, at: number): number {
  let position = at;
  while (position < text.length && SPACE.test(text.charAt(position))) position += 1;
  return position;
}

function afterWord(text: string, at: number): number {
  let position = at;
  while (position < text.length && !DELIMITER.test(text.charAt(position))) position += 1;
  if (position === at) throw new Error('an empty word');
  return position;
}

function afterValue(text: string, at: number, depth: number): number {
  if (depth > DEPTH_MOST) throw new Error('too deep');
  const first = text[at];
  if (text.startsWith('<<', at)) return afterMembers(text, at + 2, { close: '>>', depth });
  if (first === '[') return afterMembers(text, at + 1, { close: ']', depth });
  if (first === '<') return after(text, at, '>');
  if (first === '(') return afterText(text, at);
  if (first === '/') return text.length > at + 1 && DELIMITER.test(text.charAt(at + 1)) ? at + 1 : afterWord(text, at + 1);
  const reference = /^\d+ \d+ R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(text.slice(at, at + 24));
  return reference ? at + reference[0].length : afterWord(text, at);
}

function afterMembers(text: string, at: number, { close, depth }: { close: string; depth: number }): number {
  let position = afterSpace(text, at);
  while (!text.startsWith(close, position)) position = afterSpace(text, afterValue(text, position, depth + 1));
  return position + close.length;
}

function after(text: string, at: number, mark: string): number {
  const found = text.indexOf(mark, at);
  if (found < 0) throw new Error('a value has no end');
  return found + mark.length;
}

/** The end of a string in brackets, which may hold others, and a bracket that is escaped. */
function afterText(text: string, at: number): number {
  let open = 0;
  for (let position = at; position < text.length; position += 1) {
    const here = text[position];
    if (here === '\\') position += 1;
    else if (here === '(') open += 1;
    else if (here === ')' && (open -= 1) === 0) return position + 1;
  }
  throw new Error('a text has no end');
}
