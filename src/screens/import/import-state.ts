import { createStore } from 'zustand/vanilla';
import { isReady, isToLookAt, type ImportLine, type LineRules } from './lines.ts';
import type { ImportNotice, OpenFile, ReadOptions } from './row-type.ts';

export type LineFilter = 'ALL' | 'LOOK' | 'READY';

/** The rows of the list: they keep their places until a filter is chosen again. */
type Listed = { readonly filter: LineFilter; readonly rows: readonly number[]; readonly page: number };

/** The result of an import: the number of rows that were written, and further notices. */
export type Outcome = { readonly created: number; readonly notices: readonly ImportNotice[] };

/** The error of the last call. A file that was not read may be read once its question is answered. */
export type ImportFailure =
  | { readonly of: 'READ'; readonly error: unknown; readonly file: File; readonly options: ReadOptions }
  | { readonly of: 'COMPARE' | 'WRITE'; readonly error: unknown };

/**
 * One import, from the choice of its file to its result.
 *
 * @property step - FILE: no file is open; READING; ROWS: the rows of an open file are checked and corrected; WRITING: nothing of it may change
 * @property sent - the rows that are being written
 * @property key - idempotency key of the running call, to ask for its progress
 */
export type ImportState<L> = {
  readonly step: 'FILE' | 'READING' | 'ROWS' | 'WRITING';
  readonly open: OpenFile<L> | null;
  readonly listed: Listed;
  readonly sent: readonly number[];
  readonly key: string | null;
  readonly failure: ImportFailure | null;
  readonly outcome: Outcome | null;
};

export const NO_IMPORT = {
  step: 'FILE',
  open: null,
  listed: { filter: 'ALL', rows: [], page: 1 },
  sent: [],
  key: null,
  failure: null,
  outcome: null,
} as const satisfies ImportState<never>;

/** The state of one import, with the changes that several acts make. */
export type ImportStore<F extends string, L extends ImportLine<F>> = ReturnType<typeof createImportStore<F, L>>;

/** A state without a file. @param type - the rules of its rows */
export function createImportStore<F extends string, L extends ImportLine<F>>(type: LineRules<L>) {
  const store = createStore<ImportState<L>>(() => NO_IMPORT);
  const { getState, setState } = store;
  /** Changes the lines of this file, unless another is open by now. */
  const changeLines = (id: string, by: (lines: readonly L[]) => readonly L[]) =>
    setState(({ open }) => (open?.id === id ? { open: { ...open, lines: by(open.lines) } } : {}));
  return {
    store,
    changeLines,
    /** Applies an answer of the server. Rows that are being written keep the state that was sent. */
    applyAnswer: (id: string, by: (lines: readonly L[]) => readonly L[]) =>
      changeLines(id, (lines) => {
        const before = new Map(lines.map((line) => [line.row, line]));
        const sent = new Set(getState().sent);
        return by(lines).map((line) => (sent.has(line.row) ? (before.get(line.row) ?? line) : line));
      }),
    /** The open file while its rows may be changed; null in any other step. */
    editable: () => {
      const { step, open } = getState();
      return step === 'ROWS' ? open : null;
    },
    /** Lists the rows of a group from its first page on. */
    show: (filter: LineFilter) => {
      const isShown = (line: L) => (filter === 'LOOK' ? isToLookAt(type, line) : filter === 'READY' ? isReady(type, line) : true);
      const rows = (getState().open?.lines ?? []).filter(isShown).map(({ row }) => row);
      setState({ listed: { filter, rows, page: 1 } });
    },
  };
}

/** Whether a reload loses work: rows that are ready, corrections, or the result of the rows that are being written. */
export function hasWork<L extends ImportLine<string>>({ step, open }: ImportState<L>, rules: LineRules<L>): boolean {
  const isWork = (line: L) => line.made === null && (Object.keys(line.edits).length > 0 || isReady(rules, line));
  return step === 'WRITING' || open?.lines.some(isWork) === true;
}
