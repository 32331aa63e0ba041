import { OTHER_SCRIPT, printableText, unshowable, type LatinNames } from '#domain/values/printable.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { PdfBlock, PdfDocument } from './blocks.ts';

/**
 * A document as it can be drawn: letters that no font has stand as words, and each text of them as it was written is in the attached
 * record, which is made where there is none. A document without such letters is given back as it is.
 */
export function printableDocument(document: PdfDocument): PdfDocument {
  const { attachment, latinNames = {}, ...drawn } = document;
  const asWritten = new Set<string>();
  for (const block of drawn.blocks)
    if (block.kind === 'identity' && block !== withLatinName(block, latinNames)) asWritten.add(spokenName(block));
  const named = { ...drawn, blocks: drawn.blocks.map((block) => withLatinName(block, latinNames)) };
  const printed = printableValue(named, (text) => {
    const words = printableText(text, latinNames);
    if (words !== text) asWritten.add(text);
    return words;
  });
  if (asWritten.size === 0) return document;
  const record: unknown = attachment === undefined ? {} : JSON.parse(attachment.json);
  const json = JSON.stringify({ ...(record as object), asWritten: [...asWritten] });
  return { ...printed, attachment: { name: 'content.json', json } };
}

/** A name in capitals, where the fonts have those: some scripts have none, or have them for headlines alone. */
export function inCapitals(name: string): string {
  const capitals = name.toUpperCase();
  return name.includes(OTHER_SCRIPT) || unshowable(capitals).length > 0 || WITHOUT_CAPITALS.test(name) ? name : capitals;
}

/** Georgian has capitals for headlines, which no name is written in. */
const WITHOUT_CAPITALS = /\p{Script=Georgian}/u;

/** A patient whose name has a way of being written in Latin letters, where the fonts lack those of the name. */
function withLatinName(block: PdfBlock, latinNames: LatinNames): PdfBlock {
  if (block.kind !== 'identity' || unshowable(block.lastName + block.firstName).length === 0) return block;
  const latin = latinNames[spokenName(block)] ?? '';
  return latin === '' ? block : { ...block, lastName: latin, firstName: '' };
}

function printableValue<T>(value: T, print: (text: string) => string): T {
  // Each value is mapped to one of its own shape, which TypeScript cannot follow.
  if (typeof value === 'string') return print(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => printableValue(each, print)) as T;
  // A logo has no text.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [key, printableValue(each, print)]),
  ) as T;
}
