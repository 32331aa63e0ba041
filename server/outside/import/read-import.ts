import type { ImportRefusal } from '#domain/imports/import-refusals.ts';
import type { FileConfirmation, FileQuestion } from '#domain/imports/file-questions.ts';
import type { HiddenParts, ImportKind, ImportTable } from '#domain/imports/import-table.ts';
import { decodeText, type DecodedText } from './decode-text.ts';
import type { FhirReader } from './fhir-identity.ts';
import { misreadTexts } from './misread-text.ts';
import { importFileKindOf } from './file-kind.ts';
import { readCsv, type Delimiter } from './read-csv.ts';
import { readFhir } from './read-fhir.ts';
import { readXlsx } from './read-xlsx.ts';
import { RefusedImport } from './refused-import.ts';

/** A file that is to be read. `known`: headings that the import knows, folded; `reader`: our side of a Bundle, where one is taken. */
export type ImportTask = {
  readonly file: Uint8Array;
  readonly kinds: readonly ImportKind[];
  readonly known: readonly string[];
  readonly reader?: FhirReader;
  readonly sheet?: string | undefined;
  /** confirmations of a person about the file */
  readonly confirmed: readonly FileConfirmation[];
};

/** How a file was read. */
export type ImportFileFormat = {
  kind: ImportKind;
  encoding?: DecodedText['encoding'];
  delimiter?: Delimiter;
  sheets?: string[];
  /** parts that the sheet hides; absent where it hides nothing */
  hidden?: HiddenParts;
};

/** A file that was read, with the questions that a person must answer first. */
type ReadFile = {
  readonly table: ImportTable;
  readonly source: ImportFileFormat;
  readonly questions: readonly FileQuestion[];
};

export type ImportVerdict = ({ readonly ok: true } & ReadFile) | { readonly ok: false; readonly reason: ImportRefusal };

/** Reads a file as a table, or says why it is not read. */
export function readImport(task: ImportTask): ImportVerdict {
  try {
    const read = readByKind(task);
    return { ok: true, ...read, questions: [...read.questions, ...nameQuestions(read.table)] };
  } catch (error) {
    // Whatever else a library throws, it is for a file that it cannot read.
    return { ok: false, reason: error instanceof RefusedImport ? error.reason : 'DAMAGED' };
  }
}

function readByKind({ file, kinds, known: headings, reader, sheet, confirmed }: ImportTask): ReadFile {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kind = importFileKindOf(bytes);
  const known = new Set(headings);
  if (!kinds.includes(kind)) throw new RefusedImport('NOT_A_TABLE');
  if (kind === 'XLSX') {
    const { table, sheets, hidden } = readXlsx(bytes, { sheet, known, confirmed });
    const hides = hidden.rows > 0 || hidden.columns.length > 0;
    return { table, source: { kind, sheets, ...(hides ? { hidden } : {}) }, questions: [] };
  }
  const { text, encoding } = decodeText(bytes);
  if (kind === 'FHIR') {
    if (reader === undefined) throw new RefusedImport('NOT_A_TABLE');
    const { part, ...table } = readFhir(text, reader);
    return { table, source: { kind, encoding }, questions: part === undefined ? [] : [{ question: 'PART', message: part }] };
  }
  const { table, delimiter } = readCsv(text, known);
  return { table, source: { kind, encoding, delimiter }, questions: [] };
}

/** Letters that were read wrongly may have been so long before this file: a person knows the names. */
function nameQuestions({ headings, rows }: ImportTable): FileQuestion[] {
  const samples = misreadTexts([...headings, ...rows.flatMap(({ cells }) => cells)]);
  return samples.length === 0 ? [] : [{ question: 'NAMES', message: `Are these names right? ${samples.join(', ')}` }];
}
