import type { Output } from '#contract/calls.ts';
import { onSessionEnd } from '#src/session/session.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type LineFilter = 'ALL' | 'LOOK' | 'READY';

/** A file as the server has read it. */
export type ImportSource = Pick<Output<'patientImport'>, 'columns' | 'file' | 'before'>;

/** An import that is under way. It is in memory alone, as it names patients: it outlives leaving the screen, and no session. */
export type OpenFile<L> = {
  readonly file: File;
  readonly sheet: string | null;
  readonly source: ImportSource;
  readonly lines: readonly L[];
  readonly filter: LineFilter;
  /** rows of the list: they keep their places until a filter is chosen again */
  readonly shown: readonly number[];
  readonly page: number;
};

/** Which rows each filter shows. */
export type LineGroups<L> = { readonly isToLookAt: (line: L) => boolean; readonly isReady: (line: L) => boolean };

/** The rows of a filter, from its first page on. */
export function shownWith<L extends { readonly row: number }>(
  lines: readonly L[],
  filter: LineFilter,
  { isToLookAt, isReady }: LineGroups<L>,
): Pick<OpenFile<L>, 'filter' | 'shown' | 'page'> {
  const isShown = filter === 'LOOK' ? isToLookAt : filter === 'READY' ? isReady : () => true;
  return { filter, shown: lines.filter(isShown).map(({ row }) => row), page: 1 };
}

/** The one open import of a kind, until it is closed or the session ends. */
export function createImportStore<L extends { readonly row: number }>() {
  const store = createStore<{ readonly open: OpenFile<L> | null }>(() => ({ open: null }));
  const close = () => store.setState({ open: null });
  const change = (by: (open: OpenFile<L>) => Partial<OpenFile<L>>) =>
    store.setState(({ open }) => ({ open: open === null ? null : { ...open, ...by(open) } }));
  onSessionEnd(close);
  return {
    useOpen: () => useStore(store, ({ open }) => open),
    /** The import that is open now, outside of a component. */
    current: () => store.getState().open,
    open: (open: OpenFile<L>) => store.setState({ open }),
    close,
    change,
    changeLine: (row: number, by: (line: L) => L) =>
      change(({ lines }) => ({ lines: lines.map((line) => (line.row === row ? by(line) : line)) })),
  };
}
