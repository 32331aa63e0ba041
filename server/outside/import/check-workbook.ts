import { RefusedImport } from './refused-import.ts';

/** The content type of a workbook without macros; another one is a template, a presentation or a text. */
const WORKBOOK = 'spreadsheetml.sheet.main+xml';
const MACROS = /vbaproject\.bin$|^xl\/(?:macrosheets|dialogsheets|activex)\//i;
const EMBEDDED = /^xl\/(?:embeddings|ctrlprops)\//i;
const EXTERNAL = /^xl\/externallinks\//i;

/**
 * Checks that an archive is a workbook with nothing in it that acts, is attached, or comes from elsewhere.
 *
 * @throws RefusedImport
 */
export function checkWorkbook(files: ReadonlyMap<string, Buffer>): void {
  const types = files.get('[Content_Types].xml')?.toString('utf8');
  if (types === undefined) throw new RefusedImport('NOT_A_TABLE');
  const names = [...files.keys()];
  if (/macroEnabled|vbaProject|macrosheet/i.test(types) || names.some((name) => MACROS.test(name)))
    throw new RefusedImport('MACROS');
  if (names.some((name) => EMBEDDED.test(name)) || /oleObject/i.test(types)) throw new RefusedImport('EMBEDDED');
  if (names.some((name) => EXTERNAL.test(name)) || /externalLink\+xml/i.test(types)) throw new RefusedImport('EXTERNAL_LINKS');
  if (!types.includes(WORKBOOK)) throw new RefusedImport('NOT_A_TABLE');
  // No program writes these into a workbook; entities in them could grow without end.
  for (const content of files.values())
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) throw new RefusedImport('DAMAGED');
}
