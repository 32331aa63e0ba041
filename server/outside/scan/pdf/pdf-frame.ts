import { RefusedScan } from '#server/outside/scan/refused-scan.ts';

/** Bytes without meaning that may stand behind the end. */
const SPACE_MOST = 1024;
/** Cross-reference tables that follow one another: one for each time that a file was saved. */
const TABLES_MOST = 100;
const MARKUP = /<(?:!doctype|html|head|script|body|svg|iframe)/i;

/**
 * Refuses a file that is something else beside a PDF, is not complete, or whose cross-reference tables run in a circle.
 *
 * @throws RefusedScan
 */
export function checkFrame(file: Buffer): void {
  const end = file.lastIndexOf('%%EOF');
  const after = file.toString('latin1', end + '%%EOF'.length);
  if (end < 0 || after.length > SPACE_MOST || !/^[\s\0]*$/.test(after)) throw new RefusedScan('DAMAGED');
  if (MARKUP.test(file.toString('latin1', 0, 1024))) throw new RefusedScan('NOT_A_SCAN');
  // A ZIP archive is read from its end: the three parts that every archive has.
  if (['PK\x05\x06', 'PK\x01\x02', 'PK\x03\x04'].every((part) => file.includes(part, 0, 'latin1')))
    throw new RefusedScan('NOT_A_SCAN');
  checkTables(file, end);
}

function checkTables(file: Buffer, end: number): void {
  const [, start] = /startxref[\s\0]+(\d{1,10})[\s\0]*$/.exec(file.toString('latin1', Math.max(0, end - 64), end)) ?? [];
  if (start === undefined) throw new RefusedScan('DAMAGED');
  const read = new Set<number>();
  const open = [Number(start)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (read.has(at) || read.size >= TABLES_MOST) throw new RefusedScan('DAMAGED');
    read.add(at);
    open.push(...tablesBefore(file, at));
  }
}

/** The places of the tables that the table at a place names: the one before it, and one for objects in object streams. */
function tablesBefore(file: Buffer, at: number): number[] {
  const beginning = file.toString('latin1', at, at + 24);
  const isTable = /^[\s\0]*xref/.test(beginning);
  if (!isTable && !/^[\s\0]*\d+\s+\d+\s+obj/.test(beginning)) throw new RefusedScan('DAMAGED');
  const from = isTable ? file.indexOf('trailer', at) : at;
  const to = file.indexOf(isTable ? 'startxref' : 'stream', from);
  if (from < 0 || to < 0) throw new RefusedScan('DAMAGED');
  return [...file.toString('latin1', from, to).matchAll(/\/(?:Prev|XRefStm)[\s\0]+(\d{1,10})/g)].map(([, place]) =>
    Number(place),
  );
}
