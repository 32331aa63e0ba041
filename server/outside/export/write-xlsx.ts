import { writeXlsxStream } from 'hucre/xlsx';

/** Excel's format of text: a number with leading zeros, or a text like a date, stays as it is when its cell is edited. */
const TEXT = '@';
/** Of a column, in characters. */
const WIDTH = { least: 10, most: 40 };

/**
 * A workbook of one sheet in which every cell is text, so that nothing in it can be read as a formula. Rows are taken as they come; the
 * whole is as large as its file.
 *
 * @param name - of the sheet, at most 31 characters
 */
export async function writeXlsx(
  rows: AsyncIterable<readonly string[]>,
  { name, headings }: { name: string; headings: readonly string[] },
): Promise<Uint8Array> {
  const columns = headings.map((header) => ({
    header,
    numFmt: TEXT,
    width: Math.min(WIDTH.most, Math.max(WIDTH.least, header.length + 4)),
  }));
  const chunks: Uint8Array[] = [];
  // An empty text would be a cell of its own.
  const cells = emptied(rows);
  const stream = writeXlsxStream(cells, { name, columns, freezePane: { rows: 1 } });
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* emptied(rows: AsyncIterable<readonly string[]>): AsyncGenerator<(string | null)[]> {
  for await (const row of rows) yield row.map((cell) => (cell === '' ? null : cell));
}
