import { pdfEntry, readDictionary, type DictionaryEntry } from './pdf-objects.ts';

/** The end of a PDF: what a revision behind it has to know. */
export type PdfTail = {
  /** the number of the next new object */
  size: number;
  /** offset of the newest cross-reference table */
  tableAt: number;
  trailer: readonly DictionaryEntry[];
  /** The newest dictionary with this number. @throws Error where there is none */
  dictionary(number: number): DictionaryEntry[];
};

/** Tables that are followed; a file of this product has one for each seal and stamp, and its first. */
const XREF_TABLES_MOST = 32;

/**
 * Reads the end of a file with cross-reference tables, as this product writes them (ISO 32000, 7.5).
 *
 * @throws Error of any kind for another file
 */
export function readTail(file: Buffer): PdfTail {
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.toString('latin1', Math.max(0, file.length - 64)));
  if (!end) throw new Error('no end');
  const tables = [readTable(file, Number(end[1]))];
  const newest = tables[0];
  if (!newest) throw new Error('no table');
  return {
    size: Number(pdfEntry(newest.trailer, 'Size')),
    tableAt: Number(end[1]),
    trailer: newest.trailer,
    dictionary: (number) => {
      for (let index = 0; index < XREF_TABLES_MOST; index += 1) {
        const table = (tables[index] ??= readTable(file, Number(pdfEntry(tables[index - 1]?.trailer ?? [], 'Prev'))));
        const offset = table.offsets.get(number);
        if (offset !== undefined) return dictionaryAt(file, offset, number);
      }
      throw new Error('no such object');
    },
  };
}

type Table = { offsets: Map<number, number>; trailer: DictionaryEntry[] };

function readTable(file: Buffer, at: number): Table {
  const text = file.toString('latin1', at);
  let position = /^xref\s+/.exec(text)?.[0].length ?? -1;
  if (position < 0) throw new Error('no cross-reference table');
  const offsets = new Map<number, number>();
  for (let head = section(text, position); head; head = section(text, position)) {
    position = head.end;
    for (let index = 0; index < head.count; index += 1, position += 20) {
      const line = /^(\d{10}) (\d{5}) ([nf])/.exec(text.slice(position, position + 18));
      if (!line) throw new Error('no line of a table');
      if (line[3] === 'n') offsets.set(head.first + index, Number(line[1]));
    }
  }
  const trailer = /^trailer\s*/.exec(text.slice(position, position + 20));
  if (!trailer) throw new Error('no trailer');
  return { offsets, trailer: readDictionary(text, position + trailer[0].length).entries };
}

function section(text: string, at: number): { first: number; count: number; end: number } | undefined {
  const head = /^(\d{1,7}) (\d{1,7}) ?\r?\n/.exec(text.slice(at, at + 24));
  return head ? { first: Number(head[1]), count: Number(head[2]), end: at + head[0].length } : undefined;
}

function dictionaryAt(file: Buffer, offset: number, number: number): DictionaryEntry[] {
  // An own object of a seal or a stamp before its gap is small; the catalogue too.
  const text = file.toString('latin1', offset, offset + 64 * 1024);
  const head = /^(\d+) 0 obj\s*/.exec(text);
  if (!head || Number(head[1]) !== number) throw new Error('another object');
  return readDictionary(text, head[0].length).entries;
}
