import type { Output } from '#contract/calls.ts';
import { mappingOfColumns, type ImportField, type ImportMapping } from '#domain/imports/import-columns.ts';
import { confirmedOfOtherRows, type FileConfirmation } from '#domain/imports/file-questions.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import type { Href } from '#src/ui/href.ts';
import type { Tone } from '#src/ui/theme/tone.ts';
import type { ComponentType, ReactNode } from 'react';
import type { ImportLine, LineRules, Made } from './lines.ts';

/** The mapping of columns and the sheet by which a file is read, and what a person has confirmed of it. */
export type ReadOptions = {
  readonly mapping?: ImportMapping;
  readonly sheet?: string;
  readonly confirmed?: readonly FileConfirmation[];
};

/** A file as the server has read it. */
export type ImportSource = Pick<Output<'patientImport'>, 'columns' | 'file' | 'before'>;

/** A file that was read, with its rows. It is in memory alone, as it names patients. */
export type OpenFile<L> = {
  /** differs with each reading: an answer about an earlier one is dropped */
  readonly id: string;
  readonly file: File;
  readonly sheet: string | null;
  readonly confirmed: readonly FileConfirmation[];
  readonly source: ImportSource;
  readonly lines: readonly L[];
};

/** A notice about the result of an import, beside the number of rows. */
export type ImportNotice = { readonly tone: Tone; readonly title: string; readonly text: string };

/** How the open file is read with other columns or another sheet; a sheet begins unconfirmed: its names and hidden rows are its own. */
export function readWith({ sheet, confirmed }: OpenFile<unknown>, change: Omit<ReadOptions, 'confirmed'>): ReadOptions {
  const isSameSheet = change.sheet === undefined || change.sheet === sheet;
  return isSameSheet ? { ...change, confirmed } : change;
}

/** How the open file is read with other hidden parts. @param confirmed - as the person has it now */
export function readWithParts(
  { sheet, source: { columns, file } }: OpenFile<unknown>,
  confirmed: readonly FileConfirmation[],
): ReadOptions {
  return {
    // A Bundle says itself what its elements are.
    ...(file.kind === 'FHIR' ? {} : { mapping: mappingOfColumns(columns) }),
    ...(sheet === null ? {} : { sheet }),
    confirmed: confirmedOfOtherRows(confirmed),
  };
}

/** Everything by which one import differs from another. `F`: its fields; `L`: a row on the page. */
export type RowType<F extends string, L extends ImportLine<F>> = LineRules<L> & {
  readonly words: {
    /** one and several */
    readonly nouns: readonly [one: string, several: string];
    /** kinds and sizes of files that are read */
    readonly hint: string;
    /** below the number of rows that were imported */
    readonly done: string;
    readonly back: { readonly href: Href; readonly label: string };
  };
  /** files that the file picker offers */
  readonly accept: string;
  readonly fields: Readonly<Record<F, ImportField>>;
  /** roots of the queries that are invalid once rows were written */
  readonly refreshes: readonly string[];

  /** Reads the file and compares its rows with the records that exist; nothing is written. @param key - idempotency key, to ask for the progress */
  readonly read: (file: File, options: ReadOptions & { readonly key: string }) => Promise<{ source: ImportSource; lines: L[] }>;
  /** The row with its edits, by the rules of the row alone. @param notes - faults of the row as a whole */
  readonly reread: (line: L, context: { readonly notes: readonly RowNote[]; readonly clock: ImportClock }) => L;
  /** The fields of a row to open: those at fault, and further ones that may hold the mistake. */
  readonly openFields: (line: L) => readonly F[];
  /** fields whose edits must be compared with the records that exist */
  readonly comparedFields: readonly F[];
  /** Compares rows with the records that exist. @returns the change of the lines, which a person may have edited meanwhile */
  readonly compare: (open: OpenFile<L>, rows: readonly number[]) => Promise<(lines: readonly L[]) => readonly L[]>;
  /** The rows to compare after these, as the edits may concern them. */
  readonly comparedNext?: (lines: readonly L[], rows: readonly number[]) => readonly number[];
  /** Further rows that get the same text when one is chosen for a field. */
  readonly sameRows?: (lines: readonly L[], line: L, field: F) => readonly L[];
  /** The lines with one of them ticked, or not. */
  readonly choose: (lines: readonly L[], row: number, isChosen: boolean) => readonly L[];

  /** Writes the rows, all or none. @returns notices beside their number */
  readonly write: (open: OpenFile<L>, ready: readonly L[], call: WriteCall) => Promise<readonly ImportNotice[]>;
  /** The label of the act where no row is ready but something else is written; null where nothing is. */
  readonly otherAct?: (lines: readonly L[]) => string | null;
  /** The row and the field of a path in a refusal. @param sent - the rows of the call */
  readonly refusedAt: (path: string, sent: readonly L[]) => { readonly row: number; readonly field: string } | null;

  /** the cells of a row, from left to right; the first names the row */
  readonly cells: readonly Cell<L>[];
  /** The row in a few words, for its tick: `DEMO-OAK, Iris`. */
  readonly nameOf: (line: L) => string;
  /** Controls for fields that are neither texts nor choices. */
  readonly controls?: Readonly<Record<string, ComponentType<ControlProps<L>>>>;
  /** The question of a row below it, for questions that no tick answers. */
  readonly Question?: ComponentType<{ readonly line: L; readonly onAnswer: (change: Partial<L>) => void }>;
};

/** Now, epoch ms, and the zone of the organisation's wall clock (IANA name). */
export type ImportClock = { readonly now: number; readonly timeZone: string };

export type WriteCall = {
  /** The idempotency key of a call with this body: the same body keeps its key. */
  readonly keyFor: (call: string, body: unknown) => string;
  /** Called with the written entities, by row. */
  readonly onMade: (made: ReadonlyMap<number, Made>) => void;
};

export type Cell<L> = {
  readonly heading: string;
  /** of its column, as CSS: `6rem` */
  readonly width: string;
  /** whether its heading stands before it where the columns are below each other */
  readonly isNamed?: boolean;
  readonly show: (line: L, timeZone: string) => ReactNode;
};

export type ControlProps<L> = {
  readonly line: L;
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
};
