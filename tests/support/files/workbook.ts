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
}: {
  sheet: string | Buffer;
  type?: string;
  shared?: string | undefined;
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
      ]),
    },
    ...(shared === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: shared }]),
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
