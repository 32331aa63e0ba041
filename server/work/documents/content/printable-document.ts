import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { printableText } from '#domain/values/printable.ts';

/** A document in which each character that no font can show stands as its number: a draft may hold any, and is drawn all the same. */
export function printableDocument(document: PdfDocument): PdfDocument {
  return printableValue(document);
}

function printableValue<T>(value: T): T {
  // Each value is mapped to one of its own shape, which TypeScript cannot follow.
  if (typeof value === 'string') return printableText(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => printableValue(each)) as T;
  // A logo has no text.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]: [string, unknown]) => [key, printableValue(each)])) as T;
}
