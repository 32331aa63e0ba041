import type { ImportKind } from '#domain/imports/import-table.ts';
import { RefusedImport } from './refused-import.ts';

/** The container of old workbooks, and of new ones with a password. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const BEGINNING = 1024;

/**
 * The kind of a file by its first bytes, whatever its name says.
 *
 * @throws RefusedImport
 */
export function importFileKindOf(file: Buffer): ImportKind {
  if (file.length === 0) throw new RefusedImport('EMPTY');
  if (file.subarray(0, OLE2.length).equals(OLE2)) throw new RefusedImport('OLD_WORKBOOK');
  if (file.toString('latin1', 0, 2) === 'PK') return 'XLSX';
  if (isUtf16(file)) return 'CSV';
  const beginning = file.toString('latin1', 0, BEGINNING).replace(/^\u00EF\u00BB\u00BF/, '');
  // Rich text begins with a brace as JSON does; PDF and mark-up are text as well.
  if (/^\s*(?:\{\\rtf|%PDF-|<)/i.test(beginning) || file.includes(0)) throw new RefusedImport('NOT_A_TABLE');
  if (
    /^\s*$/.test(beginning) &&
    file
      .toString('latin1')
      .replace(/^\u00EF\u00BB\u00BF/, '')
      .trim() === ''
  )
    throw new RefusedImport('EMPTY');
  return /^\s*\{/.test(beginning) ? 'FHIR' : 'CSV';
}

/** Whether a file begins with the byte order mark of UTF-16. */
export function isUtf16(file: Buffer): boolean {
  return (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
}
