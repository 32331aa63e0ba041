import { formatCount } from '#domain/base/format-count.ts';
import type { FailureKey } from '#domain/base/messages.ts';

/** Rows of one imported file, without the headings (interop §1). */
export const IMPORT_ROWS_MOST = 5000;
/** Columns of one imported file (interop §1). */
export const IMPORT_COLUMNS_MOST = 60;
/** Characters of one cell of an imported file (interop §1). */
export const IMPORT_CELL_MOST = 5000;

type ImportFailure = Extract<FailureKey, 'INVALID' | 'UNSUPPORTED' | 'TOO_LARGE'>;

/** Reasons why a file is not read at all, each with the failure of the call and its sentence. */
export const IMPORT_REFUSALS = {
  EMPTY: { failure: 'INVALID', message: 'The file is empty.' },
  OPEN_QUOTE: {
    failure: 'INVALID',
    message: 'A quotation mark in the file is not closed, so the columns cannot be told apart. Save the file again as CSV.',
  },
  DAMAGED: { failure: 'INVALID', message: 'The file is damaged or not complete. Save or export it again.' },
  TOO_SLOW: { failure: 'INVALID', message: 'The file could not be read in time. Split it into smaller files.' },
  NO_SUCH_SHEET: { failure: 'INVALID', message: 'The workbook has no sheet of this name.' },
  NOT_A_TABLE: {
    failure: 'UNSUPPORTED',
    message: 'This kind of file is not read. Save the list as CSV or as an Excel workbook (.xlsx).',
  },
  NOT_A_BUNDLE: {
    failure: 'UNSUPPORTED',
    message: 'This is not a FHIR R4 Bundle of patients. Export a Bundle in JSON (collection, searchset, batch or transaction).',
  },
  OLD_WORKBOOK: {
    failure: 'UNSUPPORTED',
    message: 'This workbook is in an old format or has a password. Save it as .xlsx without a password.',
  },
  MACROS: { failure: 'UNSUPPORTED', message: 'The workbook holds macros. Save it as .xlsx without macros.' },
  EMBEDDED: {
    failure: 'UNSUPPORTED',
    message: 'The workbook holds other files. Copy the list to a new workbook and save it as .xlsx.',
  },
  EXTERNAL_LINKS: {
    failure: 'UNSUPPORTED',
    message: 'The workbook takes values from other workbooks. Copy the list as values to a new workbook and save it as .xlsx.',
  },
  UNPACKED: {
    failure: 'TOO_LARGE',
    message: 'The workbook unpacks to more than is read. Copy the list alone to a new workbook.',
  },
  ROWS: {
    failure: 'TOO_LARGE',
    message: `The file has too many rows. At most ${formatCount(IMPORT_ROWS_MOST)} are read: split the file.`,
  },
  COLUMNS: {
    failure: 'TOO_LARGE',
    message: `The file has too many columns. At most ${IMPORT_COLUMNS_MOST} are read: delete those that are not needed.`,
  },
  CELL: {
    failure: 'TOO_LARGE',
    message: `A cell of the file is too long. At most ${formatCount(IMPORT_CELL_MOST)} characters are read.`,
  },
  TEXT: { failure: 'TOO_LARGE', message: 'The file holds more text than is read. Split it into smaller files.' },
  DEPTH: { failure: 'TOO_LARGE', message: 'The file is nested too deep to be read.' },
} as const satisfies Record<string, { failure: ImportFailure; message: string }>;
export type ImportRefusal = keyof typeof IMPORT_REFUSALS;
