/** A table as CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, CRLF, and no cell that could be read as a formula. */
export function csvOf(rows: Iterable<readonly string[]>): string {
  let text = '\uFEFF';
  for (const row of rows) text += `${row.map(cell).join(',')}\r\n`;
  return text;
}

/** A cell of {@link csvOf} as it was before: one apostrophe less where a formula could follow. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

// A spreadsheet runs what starts like this, also behind blanks and apostrophes; one more apostrophe makes it text.
const FORMULA = /^[\s']*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
