import { hasInk } from '#domain/values/ink.ts';
import { csvOf } from '#domain/exports/csv.ts';
import type { ImportColumn } from '#domain/imports/import-columns.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import type { Href } from '#src/ui/href.ts';

/** One row of a file on the page. `F`: the fields of what is imported. */
export type ImportLine<F extends string> = {
  /** in the file: headings are row 1 */
  readonly row: number;
  /** as they are in the file, in the order of the columns */
  readonly cells: readonly string[];
  /** each field as it was read; a faulty one has its text */
  readonly texts: Readonly<Partial<Record<F, string>>>;
  /** texts that a person entered instead, by field */
  readonly edits: Readonly<Partial<Record<F, string>>>;
  /** by field; the path is empty where the whole row is at fault */
  readonly errors: readonly RowNote[];
  readonly warnings: readonly RowNote[];
  /** further values of the fields in the file, which were not read */
  readonly leftOut?: readonly RowNote[];
  /** fields that had a fault: each stays open */
  readonly faulty: readonly F[];
  /** whether an edit still has to be compared with the records that exist */
  readonly isUnchecked: boolean;
  readonly isChosen: boolean;
  /** the entity that the row was written as */
  readonly made: Made | null;
};

/** The entity that a row was written as, with the link to it. */
export type Made = {
  readonly href: Href;
  /** `P-000043` */
  readonly label: string;
  /** in the place of “Imported” */
  readonly words?: string;
};

/** The question that a person must answer before a row is imported, open or answered. */
export type LineQuestion = {
  /** in the chip of the row: `Here already?` */
  readonly words: string;
  /** the sentence in the file of rows for later */
  readonly problem: string;
  readonly isOpen: boolean;
  /** whether it is answered by ticking the row; else below it */
  readonly isTick: boolean;
};

/** The rules by which one kind of import differs in the state of a row. */
export type LineRules<L> = {
  readonly questionOf: (line: L) => LineQuestion | null;
  /** whether a person has left the row out */
  readonly isLeftOut: (line: L) => boolean;
};

/** The states of a row; the first that applies is its state. */
export type LineState = 'IMPORTED' | 'MEND' | 'CHECKING' | 'ASK' | 'LEFT_OUT' | 'CHECK' | 'MENDED' | 'READY';

type AnyLine = ImportLine<string>;

/** Whether a row has no fault, was compared, and is not written yet. */
export function isSound({ made, errors, isUnchecked }: AnyLine): boolean {
  return made === null && errors.length === 0 && !isUnchecked;
}

export function stateOf<L extends AnyLine>(rules: LineRules<L>, line: L): LineState {
  if (line.made !== null) return 'IMPORTED';
  if (line.errors.length > 0) return 'MEND';
  if (line.isUnchecked) return 'CHECKING';
  if (rules.questionOf(line)?.isOpen === true) return 'ASK';
  if (rules.isLeftOut(line)) return 'LEFT_OUT';
  if (line.warnings.length > 0) return 'CHECK';
  return line.faulty.length > 0 ? 'MENDED' : 'READY';
}

const READY: readonly LineState[] = ['CHECK', 'MENDED', 'READY'];
const FOR_LATER: readonly LineState[] = ['MEND', 'CHECKING', 'ASK'];

export function isReady<L extends AnyLine>(rules: LineRules<L>, line: L): boolean {
  return READY.includes(stateOf(rules, line));
}

/** Whether a person must check the row, or is shown a proposal for it. */
export function isToLookAt<L extends AnyLine>(rules: LineRules<L>, line: L): boolean {
  if (line.made !== null) return false;
  return line.errors.length > 0 || line.warnings.length > 0 || line.faulty.length > 0 || rules.questionOf(line) !== null;
}

/** The counts of the rows by destination. */
export type LineCounts = Readonly<Record<'all' | 'ready' | 'leftOut' | 'later' | 'imported', number>>;

export function countLines<L extends AnyLine>(rules: LineRules<L>, lines: readonly L[]): LineCounts {
  const states = lines.map((line) => stateOf(rules, line));
  const count = (some: readonly LineState[]) => states.filter((state) => some.includes(state)).length;
  return {
    all: lines.length,
    ready: count(READY),
    leftOut: count(['LEFT_OUT']),
    later: count(FOR_LATER),
    imported: count(['IMPORTED']),
  };
}

/** `All 214 rows checked. 211 ready, 1 left out, 2 to look at.` */
export function countWords({ all, ready, leftOut, later, imported }: LineCounts): string {
  const parts = [
    ...(imported > 0 ? [`${imported} done`] : []),
    `${ready} ready`,
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(later > 0 ? [`${later} to look at`] : []),
  ];
  return `${all === 1 ? 'The row was checked' : `All ${all} rows checked`}. ${parts.join(', ')}.`;
}

/** The rows that are not imported although nobody left them out, as a CSV file: cells, number of the row, and the problem. */
export function laterFile<L extends AnyLine>(
  rules: LineRules<L>,
  { lines, columns }: { lines: readonly L[]; columns: readonly ImportColumn[] },
): string {
  const headings = [...columns.map(({ heading }) => heading), 'Row', 'Problem'];
  const rows = lines
    .filter((line) => FOR_LATER.includes(stateOf(rules, line)))
    .map((line) => [...columns.map((_, at) => line.cells[at] ?? ''), String(line.row), problemOf(rules, line)]);
  return csvOf([headings, ...rows]);
}

function problemOf<L extends AnyLine>(rules: LineRules<L>, line: L): string {
  if (line.errors.length > 0) return line.errors.map(({ message }) => message).join('; ');
  return line.isUnchecked ? 'Not checked' : (rules.questionOf(line)?.problem ?? '');
}

/** The text of a field with the edits. */
export function textOf<F extends string>({ edits, texts }: Pick<ImportLine<F>, 'edits' | 'texts'>, field: F): string {
  return edits[field] ?? texts[field] ?? '';
}

/** Each field of a row that has a text, with the edits; blanks alone are no text. */
export function textsOf<F extends string>({ texts, edits }: Pick<ImportLine<F>, 'edits' | 'texts'>): Map<F, string> {
  // The keys of the two are fields.
  const written = new Map(Object.entries({ ...texts, ...edits }) as [F, string][]);
  return new Map([...written].filter(([, text]) => hasInk(text)));
}

/** The fields at fault, each once, in the order of the faults. */
export function faultyFields<F extends string>(errors: readonly RowNote[], fields: Readonly<Record<F, unknown>>): F[] {
  const known = (path: string): path is F => Object.hasOwn(fields, path);
  return [...new Set(errors.map(({ path }) => path).filter(known))];
}
