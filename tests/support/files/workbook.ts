import { zipOf, type ZipFile } from './zip.ts';

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook of one sheet, written part by part so that any part may be hostile. */
export function workbookOf({
  sheet,
  type = MAIN,
  shared,
  more = [],
}: {
  sheet: string | Buffer;
  type?: string;
  shared?: string;
  more?: readonly ZipFile[];
}): Buffer {
  return zipOf([...partsOf({ sheet, type, shared }), ...more]);
}

/** The parts of {@link workbookOf}. */
export function partsOf({
  sheet,
  type = MAIN,
  shared,
  styles,
}: {
  sheet: string | Buffer;
  type?: string;
  shared?: string | undefined;
  styles?: string;
}): ZipFile[] {
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    },
    { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${SHEET} xmlns:r="${RELATION}"><sheets><sheet name="List &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ...(shared === undefined ? [] : [['sharedStrings', 'sharedStrings.xml'] as const]),
        ...(styles === undefined ? [] : [['styles', 'styles.xml'] as const]),
      ]),
    },
    ...(shared === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: shared }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ];
}

/** The XML of a sheet with these rows. */
export function sheetOf(rows: string): string {
  return `<worksheet ${SHEET}><sheetData>${rows}</sheetData></worksheet>`;
}

/** A row of texts. @param number - from 1 */
export function textRow(number: number, texts: readonly string[]): string {
  return `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATION}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** A cell with its number format: the code of one of its own, or the number of a built-in one. */
export type FormattedCell = { readonly value: number | string | boolean; readonly format: string | number };

type SheetShape = {
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly is1904?: boolean;
};

/** A workbook of one sheet whose cells have formats. `hiddenRows`, `hiddenColumns`: from 1 */
export function formattedWorkbook(
  rows: readonly (readonly (FormattedCell | string)[])[],
  { hiddenRows = [], hiddenColumns = [], is1904 = false }: SheetShape = {},
): Buffer {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? { value: cell, format: 0 } : cell)));
  const formats = [...new Set(cells.flat().map(({ format }) => format))];
  const cols = hiddenColumns.map((column) => `<col min="${column}" max="${column}" width="9" hidden="1"/>`).join('');
  const rowsXml = cells.map((row, at) => {
    const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : '';
    return `<row r="${at + 1}"${hidden}>${row.map((cell) => cellXml(cell, formats.indexOf(cell.format))).join('')}</row>`;
  });
  const sheet = `<worksheet ${SHEET}>${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>${rowsXml.join('')}</sheetData></worksheet>`;
  const own = formats.map((format, at) =>
    typeof format === 'number' ? '' : `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`,
  );
  const styles = formats.map((format, at) => `<xf numFmtId="${typeof format === 'number' ? format : 200 + at}"/>`);
  const parts = partsOf({
    sheet,
    styles: `<styleSheet ${SHEET}><numFmts>${own.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
  });
  return zipOf(
    parts.map(({ name, content, ...part }) => ({
      name,
      content:
        is1904 && name === 'xl/workbook.xml'
          ? String(content).replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
          : content,
      ...part,
    })),
  );
}

function cellXml({ value }: FormattedCell, style: number): string {
  if (typeof value === 'number') return `<c s="${style}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return value === '' ? `<c s="${style}"/>` : `<c s="${style}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
