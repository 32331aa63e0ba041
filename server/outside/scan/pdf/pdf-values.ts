/** A value of a PDF's syntax. A dictionary has each entry as it is written: where a key stands twice, readers differ. */
export type PdfValue =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'string'; readonly bytes: Buffer }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'ref'; readonly object: number }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | PdfDictionary
  | { readonly kind: 'keyword'; readonly word: string };
export type PdfDictionary = { readonly kind: 'dictionary'; readonly entries: readonly PdfEntry[] };
export type PdfEntry = readonly [key: string, value: PdfValue];

/** All values that a key has in a dictionary. */
export function valuesOf({ entries }: PdfDictionary, key: string): PdfValue[] {
  return entries.filter(([name]) => name === key).map(([, value]) => value);
}

/** The only value of a key; undefined when there is none or more than one. */
export function singleValueOf(dictionary: PdfDictionary, key: string): PdfValue | undefined {
  const [value, ...others] = valuesOf(dictionary, key);
  return others.length === 0 ? value : undefined;
}

export function nameIn(dictionary: PdfDictionary, key: string): string | undefined {
  const value = singleValueOf(dictionary, key);
  return value?.kind === 'name' ? value.name : undefined;
}

export function numberIn(dictionary: PdfDictionary, key: string): number | undefined {
  const value = singleValueOf(dictionary, key);
  return value?.kind === 'number' ? value.value : undefined;
}

/** The objects that the values of a key refer to, also from within an array. */
export function refsIn(dictionary: PdfDictionary, key: string): number[] {
  return valuesOf(dictionary, key)
    .flatMap((value) => (value.kind === 'array' ? value.items : [value]))
    .flatMap((value) => (value.kind === 'ref' ? [value.object] : []));
}
