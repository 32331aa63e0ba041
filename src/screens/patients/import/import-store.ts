import type { ImportPreview } from '#src/queries/imports.ts';
import { onSessionEnd } from '#src/session/session.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ImportLine } from './import-lines.ts';

export type LineFilter = 'ALL' | 'LOOK' | 'READY';

/** An import that is under way. It is in memory alone, as it names patients: it outlives leaving the screen, and no session. */
export type OpenImport = {
  readonly file: File;
  readonly sheet: string | null;
  readonly source: Pick<ImportPreview, 'columns' | 'file' | 'before'>;
  readonly lines: readonly ImportLine[];
  readonly filter: LineFilter;
  /** rows of the list: they keep their places until a filter is chosen again */
  readonly shown: readonly number[];
  readonly page: number;
};

const store = createStore<{ readonly open: OpenImport | null }>(() => ({ open: null }));
onSessionEnd(closeImport);

export function useOpenImport(): OpenImport | null {
  return useStore(store, ({ open }) => open);
}

/** The import that is open now, outside of a component. */
export function currentImport(): OpenImport | null {
  return store.getState().open;
}

export function openImport(open: OpenImport): void {
  store.setState({ open });
}

export function closeImport(): void {
  store.setState({ open: null });
}

export function changeImport(change: (open: OpenImport) => Partial<OpenImport>): void {
  store.setState(({ open }) => ({ open: open === null ? null : { ...open, ...change(open) } }));
}

export function changeLine(row: number, change: (line: ImportLine) => ImportLine): void {
  changeImport(({ lines }) => ({ lines: lines.map((line) => (line.row === row ? change(line) : line)) }));
}
