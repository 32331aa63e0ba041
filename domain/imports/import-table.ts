import { hasInk } from '#domain/values/ink.ts';
import * as v from 'valibot';

export const IMPORT_KINDS = ['CSV', 'XLSX', 'FHIR'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The entities that an import creates. */
export type ImportSubject = 'PATIENTS' | 'CONSENTS';

/** The words for one entity and for several. */
export const IMPORT_NOUNS: Readonly<Record<ImportSubject, readonly [one: string, several: string]>> = {
  PATIENTS: ['patient', 'patients'],
  CONSENTS: ['consent', 'consents'],
};

/** The phases of an import; UNKNOWN where this server has no such import. */
export const IMPORT_PHASES = ['READING', 'CHECKING', 'WRITING', 'DONE', 'UNKNOWN'] as const;
export type ImportPhase = (typeof IMPORT_PHASES)[number];

/** A fault or a warning at a field of a row; the path is empty where it is about the whole row. */
export const RowNote = v.object({ path: v.string(), message: v.string() });
export type RowNote = v.InferOutput<typeof RowNote>;

/** One row of a file. `row` is its number in the file: from 1, headings counted; in a Bundle the number of its entry. */
export type ImportTableRow = {
  readonly row: number;
  /** texts in the order of the headings; numbers as digits, dates as `YYYY-MM-DD` */
  readonly cells: readonly string[];
  readonly warnings?: readonly RowNote[];
  /** further values of the fields in the file, which are not read */
  readonly leftOut?: readonly RowNote[];
};

/** A file as a table, whatever its kind; the rows have at most as many cells as `headings`, but for {@link ImportTableRow} with more. */
export type ImportTable = {
  /** each one once */
  readonly headings: readonly string[];
  readonly rows: readonly ImportTableRow[];
  /** the field of each heading where the file's kind says it */
  readonly fields?: readonly (string | null)[];
  /** true where no heading of the first rows is known, so that the first row stands for the headings */
  readonly hasNoHeading?: boolean;
};

/** Parts that a workbook hides of the sheet that is read: how many rows with a value, and the headings of columns with one. */
export type HiddenParts = { readonly rows: number; readonly columns: string[] };

/** The same headings, each one once: an empty one is called by its place, the second of a name gets a number. */
export function distinctHeadings(headings: readonly string[]): string[] {
  const used = new Set<string>();
  return headings.map((heading, at) => {
    const name = hasInk(heading) ? heading.trim() : `Column ${at + 1}`;
    let distinct = name;
    for (let number = 2; used.has(distinct); number += 1) distinct = `${name} (${number})`;
    used.add(distinct);
    return distinct;
  });
}
