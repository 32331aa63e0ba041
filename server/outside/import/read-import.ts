import type { ImportRefusal } from '#domain/imports/import-refusals.ts';
import type { ImportKind, ImportTable } from '#domain/imports/import-table.ts';
import { decodeText, type DecodedText } from './decode-text.ts';
import { importFileKindOf } from './file-kind.ts';
import { readCsv, type Delimiter } from './read-csv.ts';
import { readFhir } from './read-fhir.ts';
import { readXlsx } from './read-xlsx.ts';
import { RefusedImport } from './refused-import.ts';

/** A file that is to be read. `known`: headings that the import knows, folded; `now`: epoch ms. */
export type ImportTask = {
  readonly file: Uint8Array;
  readonly kinds: readonly ImportKind[];
  readonly known: readonly string[];
  readonly now: number;
  readonly sheet?: string | undefined;
};

/** How a file was read. */
export type ImportFileFormat = {
  kind: ImportKind;
  encoding?: DecodedText['encoding'];
  delimiter?: Delimiter;
  sheets?: string[];
};

export type ImportVerdict =
  | { readonly ok: true; readonly table: ImportTable; readonly source: ImportFileFormat }
  | { readonly ok: false; readonly reason: ImportRefusal };

/** Reads a file as a table, or says why it is not read. */
export async function readImport(task: ImportTask): Promise<ImportVerdict> {
  try {
    return { ok: true, ...(await readByKind(task)) };
  } catch (error) {
    // Whatever else a library throws, it is for a file that it cannot read.
    return { ok: false, reason: error instanceof RefusedImport ? error.reason : 'DAMAGED' };
  }
}

async function readByKind({
  file,
  kinds,
  known,
  now,
  sheet,
}: ImportTask): Promise<{ table: ImportTable; source: ImportFileFormat }> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kind = importFileKindOf(bytes);
  if (!kinds.includes(kind)) throw new RefusedImport('NOT_A_TABLE');
  if (kind === 'XLSX') {
    const { table, sheets } = await readXlsx(bytes, sheet);
    return { table, source: { kind, sheets } };
  }
  const { text, encoding } = decodeText(bytes);
  if (kind === 'FHIR') return { table: readFhir(text, now), source: { kind, encoding } };
  const { table, delimiter } = readCsv(text, new Set(known));
  return { table, source: { kind, encoding, delimiter } };
}
