import { createImportStore, type OpenFile } from '../import-store.ts';
import type { ImportLine } from './import-lines.ts';

export type OpenImport = OpenFile<ImportLine>;

const store = createImportStore<ImportLine>();
export const {
  useOpen: useOpenImport,
  current: currentImport,
  open: openImport,
  close: closeImport,
  change: changeImport,
  changeLine,
} = store;
