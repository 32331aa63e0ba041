import type { ImportPhase } from '#domain/imports/import-table.ts';

export type PhaseProgress = { readonly phase: ImportPhase; readonly done: number; readonly total: number };

/** How far the imports of this process are, by who runs them and the key of the call. */
export type ImportProgressBoard = {
  /** Does nothing for a call without a key. */
  note(owner: string, key: string | undefined, progress: PhaseProgress): void;
  read(owner: string, key: string): PhaseProgress;
  forget(owner: string, key: string | undefined): void;
};

const UNKNOWN: PhaseProgress = { phase: 'UNKNOWN', done: 0, total: 0 };
/** The oldest are forgotten first [choice]. */
const IMPORTS_MOST = 200;

export function openImportProgress(): ImportProgressBoard {
  const board = new Map<string, PhaseProgress>();
  return {
    note: (owner, key, progress) => {
      if (key === undefined) return;
      const name = `${owner} ${key}`;
      board.delete(name);
      board.set(name, progress);
      const [oldest] = board.keys();
      if (board.size > IMPORTS_MOST && oldest !== undefined) board.delete(oldest);
    },
    read: (owner, key) => board.get(`${owner} ${key}`) ?? UNKNOWN,
    forget: (owner, key) => void board.delete(`${owner} ${key}`),
  };
}
