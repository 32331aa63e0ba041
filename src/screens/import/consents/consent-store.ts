import { createImportStore, type OpenFile } from '../import-store.ts';
import type { ConsentLine } from './consent-lines.ts';

export type OpenConsents = OpenFile<ConsentLine>;

export const consentStore = createImportStore<ConsentLine>();
