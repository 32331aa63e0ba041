import type { DocumentKind } from '#server/data/tables/tables.ts';

/** Each kind of file in words. */
export const FILE_WORDS: Readonly<Partial<Record<DocumentKind, string>>> = {
  PRE_SIGNED: 'Unsigned form',
  SIGNED: 'Signed and sealed form',
  VIEW: 'Viewing copy',
  VIEW_EARLIER: 'Viewing copy of an earlier state',
  TIMESTAMP: 'Time stamp of the sealed form',
  CONFIRMATION: 'Confirmation on the day',
  OUTCOME: 'Outcome of a disagreement',
  PAPER: 'Form to sign with ink',
  SCAN: 'Scan of the form on paper',
};
