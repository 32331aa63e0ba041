import {
  pdfEntry,
  referenceOf,
  referencesOf,
  withEntry,
  writeDictionary,
  writeReferences,
  type DictionaryEntry,
} from './pdf-objects.ts';
import { readTail, type PdfTail } from './pdf-tail.ts';

/** All from which a revision behind a file is written; equal parts give equal bytes. */
export type RevisionParts = {
  /** added for later checks, DER: certificates, then revocation lists */
  certificates: readonly Uint8Array[];
  lists: readonly Uint8Array[];
  /** bytes that are left for the stamp */
  room: number;
  /** the token; a gap of zeros without one */
  token?: Uint8Array;
};

/** A file with one more revision. */
export type Revised = {
  bytes: Buffer;
  /** of the whole file: from its `<`, and behind its `>` */ gapStart: number;
  gapEnd: number;
};

/** The first line of a revision; the length is that of the file before it. */
export const REVISION_MARK = '\n% Archival time stamp behind ';
/** Annotation flags (ISO 32000, 12.5.3): print, without which PDF/A allows no annotation, and locked. */
const STAMP_FLAGS = 132;
const OFFSET_WIDTH = 10;

/**
 * Writes one revision behind a sealed file: certificates and revocation lists (DSS), and a time stamp of the document over everything
 * but its own gap (PAdES B-LTA, EN 319 142-1). Of what was there the catalogue and the form alone are written anew, each with one
 * entry more; nothing follows the stamp.
 *
 * @throws Error of any kind when the file is not one that this product sealed
 */
export function writeRevision(before: Buffer, { certificates, lists, room, token }: RevisionParts): Revised {
  const tail = readTail(before);
  const numbers = {
    catalogue: referenceOf(pdfEntry(tail.trailer, 'Root')),
    field: tail.size,
    stamp: tail.size + 1,
    dss: tail.size + 2,
  };
  const catalogue = tail.dictionary(numbers.catalogue);
  const formNumber = referenceOf(pdfEntry(catalogue, 'AcroForm'));
  const form = tail.dictionary(formNumber);
  const fields = referencesOf(pdfEntry(form, 'Fields'));
  const streams = [...certificates, ...lists].map((bytes, index) => ({ number: numbers.dss + 1 + index, bytes }));
  const own = (from: number, count: number) => streams.slice(from, from + count).map(({ number }) => number);
  const dss = securityStore(tail, catalogue, {
    certificates: own(0, certificates.length),
    lists: own(certificates.length, lists.length),
  });
  const gap = `<${Buffer.from(token ?? [])
    .toString('hex')
    .toUpperCase()
    .padEnd(2 * room, '0')}>`;
  if (gap.length !== 2 * room + 2) throw new Error('The time stamp is larger than the place that was left for it.');

  const revision = new Revision(before.length);
  revision.object(numbers.catalogue, writeDictionary(withEntry(catalogue, 'DSS', reference(numbers.dss))));
  revision.object(formNumber, writeDictionary(withEntry(form, 'Fields', writeReferences([...fields, numbers.field]))));
  revision.object(numbers.field, stampField(tail, { first: fields[0], count: fields.length, stamp: numbers.stamp }));
  for (const { number, bytes } of streams) revision.stream(number, bytes);
  revision.object(numbers.dss, dss);
  const [gapStart, gapEnd] = revision.stamp(numbers.stamp, gap);
  const bytes = revision.end(tail, numbers.dss + 1 + streams.length);
  return { bytes: Buffer.concat([before, bytes]), gapStart, gapEnd };
}

/** The file without its gap: what the stamp is over. */
export function stampedPart({ bytes, gapStart, gapEnd }: Revised): Buffer {
  return Buffer.concat([bytes.subarray(0, gapStart), bytes.subarray(gapEnd)]);
}

function reference(number: number): string {
  return `${number} 0 R`;
}

/** Keeps what was stored before, and adds the new streams. */
function securityStore(
  tail: PdfTail,
  catalogue: readonly DictionaryEntry[],
  { certificates, lists }: { certificates: readonly number[]; lists: readonly number[] },
): string {
  const before = catalogue.some(([key]) => key === 'DSS') ? tail.dictionary(referenceOf(pdfEntry(catalogue, 'DSS'))) : [];
  const earlier = (key: string) => (before.some(([each]) => each === key) ? referencesOf(pdfEntry(before, key)) : []);
  const all = { Certs: [...earlier('Certs'), ...certificates], CRLs: [...earlier('CRLs'), ...lists] };
  const listed = Object.entries(all).flatMap(([key, each]) => (each.length === 0 ? [] : [[key, writeReferences(each)] as const]));
  return writeDictionary([['Type', '/DSS'], ...listed]);
}

/** Invisible but printed, as the seal's own field, and on the same page. */
function stampField(
  tail: PdfTail,
  { first = 0, count, stamp }: { first: number | undefined; count: number; stamp: number },
): string {
  return writeDictionary([
    ['FT', '/Sig'],
    ['T', `(Archive${count})`],
    ['TU', `(Archival time stamp ${count})`],
    ['V', reference(stamp)],
    ['Type', '/Annot'],
    ['Subtype', '/Widget'],
    ['F', String(STAMP_FLAGS)],
    ['P', pdfEntry(tail.dictionary(first), 'P')],
    ['Rect', '[0 0 0 0]'],
  ]);
}

class Revision {
  readonly #start: number;
  readonly #parts: Buffer[] = [];
  readonly #offsets = new Map<number, number>();
  #range: { at: number; gapStart: number; gapEnd: number } | undefined;

  constructor(start: number) {
    this.#start = start;
    this.#write(`${REVISION_MARK}${start} bytes\n`);
  }

  object(number: number, body: string): void {
    this.#open(number);
    this.#write(`${body}\nendobj\n`);
  }

  stream(number: number, bytes: Uint8Array): void {
    this.#open(number);
    this.#write(`<<\n/Length ${bytes.length}\n>>\nstream\n`);
    this.#parts.push(Buffer.from(bytes));
    this.#write('\nendstream\nendobj\n');
  }

  /** @returns the offsets of the gap in the whole file */
  stamp(number: number, gap: string): [gapStart: number, gapEnd: number] {
    this.#open(number);
    this.#write('<<\n/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n/ByteRange ');
    const at = this.#parts.length;
    this.#write(byteRange(0, 0, 0));
    this.#write('\n/Contents ');
    const gapStart = this.#position();
    this.#write(gap);
    this.#range = { at, gapStart, gapEnd: this.#position() };
    this.#write('\n>>\nendobj\n');
    return [gapStart, this.#range.gapEnd];
  }

  end(tail: PdfTail, size: number): Buffer {
    const tableAt = this.#position();
    const numbers = [...this.#offsets.keys()].toSorted((one, other) => one - other);
    const runs = numbers.filter((number) => !this.#offsets.has(number - 1));
    const table = runs.map((first) => {
      const run: number[] = [];
      for (let number = first; this.#offsets.has(number); number += 1) run.push(this.#offsets.get(number) ?? 0);
      return `${first} ${run.length}\n${run.map((offset) => `${String(offset).padStart(OFFSET_WIDTH, '0')} 00000 n \n`).join('')}`;
    });
    const trailer = withEntry(withEntry(tail.trailer, 'Size', String(size)), 'Prev', String(tail.tableAt));
    this.#write(`xref\n${table.join('')}trailer\n${writeDictionary(trailer)}\nstartxref\n${tableAt}\n%%EOF\n`);
    if (this.#range) {
      const { at, gapStart, gapEnd } = this.#range;
      this.#parts[at] = Buffer.from(byteRange(gapStart, gapEnd, this.#position() - gapEnd));
    }
    return Buffer.concat(this.#parts);
  }

  #open(number: number): void {
    this.#offsets.set(number, this.#position());
    this.#write(`${number} 0 obj\n`);
  }

  #write(text: string): void {
    this.#parts.push(Buffer.from(text, 'latin1'));
  }

  #position(): number {
    return this.#start + this.#parts.reduce((sum, part) => sum + part.length, 0);
  }
}

/** Padded, so that the offsets can be filled in once they are known. */
function byteRange(...offsets: readonly number[]): string {
  return `[0 ${offsets.map((offset) => String(offset).padEnd(OFFSET_WIDTH)).join(' ')}]`;
}
