import { Inflater } from '#server/outside/scan/inflate.ts';
import { PdfReader, PdfSyntaxError, ReadingBudget } from './pdf-reader.ts';
import { nameIn, numberIn, valuesOf, type PdfDictionary, type PdfValue } from './pdf-values.ts';
import { RefusedScan } from '#server/outside/scan/refused-scan.ts';

/** An object of a file. `at` is its place in the file, that of its stream for one that is packed in an object stream. */
export type PdfObject = { readonly number: number; readonly at: number; readonly value: PdfValue };
export type PdfObjects = {
  readonly objects: readonly PdfObject[];
  /** The dictionaries behind `trailer`, and those of cross-reference streams. */
  readonly trailers: readonly PdfDictionary[];
};

/** The numbers before the word `obj`. */
const NUMBERS = /(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/;
/** More than such numbers and the space around them take. */
const NUMBERS_LENGTH = 48;
const UNNUMBERED = -1;

/** A stream, with its bytes to the end of the file: what Length says of it may be a lie. */
type Stream = { readonly dictionary: PdfDictionary; readonly start: number; readonly end: number; readonly at: number };

/**
 * Finds each object that a reader could come to, whatever the cross-reference table says: earlier revisions, objects that nothing
 * refers to, and those packed in object streams. Streams are unpacked within limits.
 *
 * @throws RefusedScan
 */
export function readObjects(file: Buffer, isTimeUp: () => boolean): PdfObjects {
  const budget = new ReadingBudget(file.length);
  const { objects, streams } = readDefinitions(file, budget, isTimeUp);
  const trailers = readTrailers(file, budget);
  for (const { dictionary } of streams) if (nameIn(dictionary, 'Type') === 'XRef') trailers.push(dictionary);
  // Before anything is unpacked: what is encrypted looks broken.
  if (trailers.some((trailer) => valuesOf(trailer, 'Encrypt').length > 0)) throw new RefusedScan('ENCRYPTED');
  const inflater = new Inflater();
  for (const { dictionary, start, end, at } of streams) {
    if (isTimeUp()) throw new RefusedScan('TOO_SLOW');
    const filters = filtersOf(dictionary);
    const unpacked = isDeflated(filters) ? inflater.inflate(file.subarray(start)) : undefined;
    if (!isObjectStream(dictionary)) continue;
    const plain = filters.length === 0 ? file.subarray(start, end) : undefined;
    objects.push(...unpackObjects(dictionary, unpacked ?? plain, budget).map((object) => ({ ...object, at })));
  }
  return { objects, trailers };
}

function readDefinitions(
  file: Buffer,
  budget: ReadingBudget,
  isTimeUp: () => boolean,
): { objects: PdfObject[]; streams: Stream[] } {
  const objects: PdfObject[] = [];
  const streams: Stream[] = [];
  let end = 0;
  for (let at = file.indexOf('obj'); at >= 0; at = file.indexOf('obj', at + 3)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    if (isTimeUp()) throw new RefusedScan('TOO_SLOW');
    const [, digits] = NUMBERS.exec(file.toString('latin1', Math.max(0, at - NUMBERS_LENGTH), at)) ?? [];
    const number = digits === undefined ? UNNUMBERED : Number(digits);
    const reader = new PdfReader(file, budget, at + 3);
    const isContainer = reader.startsContainer();
    const value = tryRead(reader);
    // The three letters stand in the bytes of a picture by chance, but not with a dictionary or a list behind them.
    if (isContainer && (value === undefined || number === UNNUMBERED)) throw new RefusedScan('DAMAGED');
    if (value === undefined) continue;
    objects.push({ number, at, value });
    if (value.kind !== 'dictionary' || !passesStreamWord(reader)) continue;
    if (end < reader.at) end = file.indexOf('endstream', reader.at);
    if (end < 0) throw new RefusedScan('DAMAGED');
    streams.push({ dictionary: value, start: reader.at, end, at });
  }
  return { objects, streams };
}

function tryRead(reader: PdfReader): PdfValue | undefined {
  try {
    return reader.value();
  } catch (error) {
    if (error instanceof PdfSyntaxError) return undefined;
    throw error;
  }
}

function passesStreamWord(reader: PdfReader): boolean {
  reader.skipSpace();
  if (!reader.passes('stream')) return false;
  if (!reader.passes('\r\n') && !reader.passes('\n')) reader.passes('\r');
  return true;
}

function readTrailers(file: Buffer, budget: ReadingBudget): PdfDictionary[] {
  const trailers: PdfDictionary[] = [];
  for (let at = file.indexOf('trailer'); at >= 0; at = file.indexOf('trailer', at + 7)) {
    const value = tryRead(new PdfReader(file, budget, at + 7));
    if (value?.kind === 'dictionary') trailers.push(value);
  }
  return trailers;
}

/** @throws RefusedScan for a stream that is unpacked more than once: it could grow beyond any limit */
function filtersOf(dictionary: PdfDictionary): string[] {
  const filters = valuesOf(dictionary, 'Filter').flatMap((value) => (value.kind === 'array' ? value.items : [value]));
  const names = filters.flatMap((filter) => (filter.kind === 'name' ? [filter.name] : []));
  const growing = names.filter((name) => !/^(?:ASCII|AHx|A85|DCT|JPX|CCITT|CCF|JBIG2)/.test(name));
  if (names.length < filters.length || names.length > 2 || growing.length > 1) throw new RefusedScan('DAMAGED');
  return names;
}

function isDeflated([first]: readonly string[]): boolean {
  return first === 'FlateDecode' || first === 'Fl';
}

/** Readers differ in whether the type must be named: the two numbers are what they need. */
function isObjectStream(dictionary: PdfDictionary): boolean {
  const has = (key: string) => valuesOf(dictionary, key).length > 0;
  return nameIn(dictionary, 'Type') === 'ObjStm' || (has('N') && has('First'));
}

function unpackObjects(dictionary: PdfDictionary, unpacked: Buffer | undefined, budget: ReadingBudget): Omit<PdfObject, 'at'>[] {
  const first = numberIn(dictionary, 'First');
  const isPlain = valuesOf(dictionary, 'DecodeParms').length === 0;
  if (!unpacked || first === undefined || !(first <= unpacked.length) || !isPlain) throw new RefusedScan('DAMAGED');
  budget.spend(first);
  const numbers = (unpacked.toString('latin1', 0, first).match(/[^\s\0]+/g) ?? []).map(Number);
  if (numbers.some((number) => !Number.isInteger(number)) || numbers.length % 2) throw new RefusedScan('DAMAGED');
  return Array.from({ length: numbers.length / 2 }, (_, index) => {
    const value = tryRead(new PdfReader(unpacked, budget, first + (numbers[2 * index + 1] ?? 0)));
    if (!value) throw new RefusedScan('DAMAGED');
    return { number: numbers[2 * index] ?? 0, value };
  });
}
