import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportRefusal } from '#domain/imports/import-refusals.ts';
import { countWork } from '#tests/support/checks/cpu-time.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { partsOf, sheetOf, textRow, workbookOf } from '#tests/support/files/workbook.ts';
import { zipOf } from '#tests/support/files/zip.ts';
import { useImportThread } from './thread-for-tests.ts';

const read = useImportThread();

/** The longest refusal, ms (interop §1). */
const REFUSED_IN = 2000;
const HEAD = textRow(1, ['Surname', 'DOB']);
const plain = sheetOf(HEAD + textRow(2, ['Demo-Oak', '14/03/1950']));
const times = (count: number, text: (nth: number) => string) => Array.from({ length: count }, (_, nth) => text(nth)).join('');
const bundle = (type: string) => JSON.stringify({ resourceType: 'Bundle', type, entry: [] });
const MACRO_TYPE = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

test.each<[string, ImportRefusal, () => Buffer | string]>([
  ['an empty file', 'EMPTY', () => ''],
  ['a file of blanks', 'EMPTY', () => ' \r\n\r\n,,\r\n;'.replaceAll(/[,;]/g, '')],
  ['blank cells alone', 'EMPTY', () => ',,\r\n,,\r\n'],
  ['a PDF', 'NOT_A_TABLE', () => '%PDF-1.7\n1 0 obj'],
  ['a web page that calls itself .xls', 'NOT_A_TABLE', () => '<html><table><tr><td>Surname</td></tr></table></html>'],
  ['a Bundle in XML', 'NOT_A_TABLE', () => '<?xml version="1.0"?><Bundle xmlns="http://hl7.org/fhir"/>'],
  ['rich text', 'NOT_A_TABLE', () => '{\\rtf1\\ansi Surname}'],
  ['a picture', 'NOT_A_TABLE', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
  ['text with a NUL', 'NOT_A_TABLE', () => 'Surname,DOB\n\0,1'],
  ['an old workbook, or one with a password', 'OLD_WORKBOOK', () => Buffer.concat([OLE2, Buffer.alloc(2000)])],
  ['an archive that is no workbook', 'NOT_A_TABLE', () => zipOf([{ name: 'a.txt', content: 'Surname' }])],
  [
    'a document of a word processor',
    'NOT_A_TABLE',
    () => workbookOf({ sheet: plain, type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml' }),
  ],
  [
    'a template of a workbook',
    'NOT_A_TABLE',
    () => workbookOf({ sheet: plain, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml' }),
  ],
  ['a workbook with macros', 'MACROS', () => workbookOf({ sheet: plain, type: MACRO_TYPE })],
  [
    'macros under a plain type',
    'MACROS',
    () => workbookOf({ sheet: plain, more: [{ name: 'xl/vbaProject.bin', content: 'x' }] }),
  ],
  ['old macro sheets', 'MACROS', () => workbookOf({ sheet: plain, more: [{ name: 'xl/macrosheets/sheet1.xml', content: 'x' }] })],
  [
    'an embedded file',
    'EMBEDDED',
    () => workbookOf({ sheet: plain, more: [{ name: 'xl/embeddings/oleObject1.bin', content: 'x' }] }),
  ],
  [
    'links to other workbooks',
    'EXTERNAL_LINKS',
    () => workbookOf({ sheet: plain, more: [{ name: 'xl/externalLinks/externalLink1.xml', content: 'x' }] }),
  ],
  [
    'an encrypted part',
    'OLD_WORKBOOK',
    () => zipOf([...partsOf({ sheet: plain }), { name: 'xl/a.xml', content: 'x', flags: 1 }]),
  ],
  ['entities that grow', 'DAMAGED', () => workbookOf({ sheet: `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${plain}` })],
  [
    'two parts of one name',
    'DAMAGED',
    () => zipOf([...partsOf({ sheet: plain }), { name: 'xl/worksheets/sheet1.xml', content: plain }]),
  ],
  ['a workbook that is cut short', 'DAMAGED', () => workbookOf({ sheet: plain }).subarray(0, 900)],
  [
    'a bomb',
    'UNPACKED',
    () => workbookOf({ sheet: plain, more: [{ name: 'xl/media/a.xml', content: Buffer.alloc(40_000_000) }] }),
  ],
  [
    'a bomb of many parts',
    'UNPACKED',
    () =>
      zipOf([
        ...partsOf({ sheet: plain }),
        ...Array.from({ length: 70 }, (_, nth) => ({ name: `xl/${nth}.xml`, content: Buffer.alloc(1024 * 1024) })),
      ]),
  ],
  [
    'a bomb that the directory hides',
    'UNPACKED',
    () => zipOf([...partsOf({ sheet: plain }), { name: 'xl/a.xml', content: Buffer.alloc(30_000_000), unpacked: 1000 }]),
  ],
  [
    'a directory that promises more',
    'DAMAGED',
    () => zipOf([...partsOf({ sheet: plain }), { name: 'xl/a.xml', content: 'x', unpacked: 900 }]),
  ],
  ['ZIP64', 'UNPACKED', () => zipOf(partsOf({ sheet: plain }), { count: 65_535 })],
  [
    'sizes of ZIP64',
    'UNPACKED',
    () => zipOf([...partsOf({ sheet: plain }), { name: 'xl/a.xml', content: 'x', unpacked: 0xffffffff }]),
  ],
  [
    'too many parts',
    'UNPACKED',
    () =>
      zipOf([...partsOf({ sheet: plain }), ...Array.from({ length: 200 }, (_, nth) => ({ name: `xl/${nth}.xml`, content: '' }))]),
  ],
  ['too many rows', 'ROWS', () => `Surname\n${times(5001, (nth) => `Demo-${nth}\n`)}`],
  [
    'too many rows of a workbook',
    'ROWS',
    () => workbookOf({ sheet: sheetOf(HEAD + times(5001, (nth) => textRow(nth + 2, ['Demo']))) }),
  ],
  [
    'blank rows without end',
    'ROWS',
    () => workbookOf({ sheet: sheetOf(HEAD + times(400_000, (nth) => `<row r="${nth + 2}" h="${nth % 97}"/>`)) }),
  ],
  ['too many columns', 'COLUMNS', () => `${times(61, (nth) => `C${nth},`)}\n`],
  ['columns without end', 'COLUMNS', () => 'a,'.repeat(5_000_000)],
  [
    'a workbook with a cell far to the right',
    'COLUMNS',
    () => workbookOf({ sheet: sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>') }),
  ],
  ['a long cell', 'CELL', () => `Surname\n${'x'.repeat(5001)}`],
  [
    'one text in many cells of a workbook',
    'TEXT',
    () =>
      workbookOf({
        sheet: sheetOf(HEAD + times(55, (nth) => `<row r="${nth + 2}">${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`)),
        shared: `<sst><si><t>${'x'.repeat(5000)}</t></si></sst>`,
      }),
  ],
  ['an open quotation mark', 'OPEN_QUOTE', () => 'Surname,DOB\n"Demo-Oak,14/03/1950\nDemo-Elm,1/1/1950'],
  ['text behind a quotation mark', 'OPEN_QUOTE', () => 'Surname,DOB\n"Demo"x,14/03/1950'],
  ['JSON that is cut short', 'DAMAGED', () => bundle('collection').slice(0, -1)],
  ['JSON of something else', 'NOT_A_BUNDLE', () => '{"resourceType":"Patient"}'],
  ['a Bundle of another type', 'NOT_A_BUNDLE', () => bundle('document')],
  ['JSON that is nested too deep', 'DEPTH', () => `{"a":${'['.repeat(1_000_000)}`],
  ['half a character of UTF-16', 'DAMAGED', () => Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
])('%s is refused within two seconds: %s', async (_, reason, make) => {
  const file = make();
  const worked = countWork();
  expect(await read(file)).toEqual({ ok: false, reason });
  expect(worked()).toBeLessThan(REFUSED_IN);
});

test('a sheet of another name is not there', async () => {
  expect(await read(workbookOf({ sheet: plain }), { sheet: 'Other' })).toEqual({ ok: false, reason: 'NO_SUCH_SHEET' });
});

test('a kind that the call does not take is refused', async () => {
  expect(await read(bundle('collection'), { kinds: ['CSV', 'XLSX'] })).toEqual({ ok: false, reason: 'NOT_A_TABLE' });
});

test('millions of texts are refused before the library reads them', async () => {
  const texts = times(1_000_000, (nth) => `<si><t>${nth * 7919}</t></si>`);
  const file = workbookOf({ sheet: plain, shared: `<sst>${texts}</sst>` });
  const worked = countWork();
  expect(await read(file)).toEqual({ ok: false, reason: 'TEXT' });
  expect(worked()).toBeLessThan(REFUSED_IN);
});

const files = [
  workbookOf({ sheet: plain }),
  Buffer.from('Surname,DOB\n"Demo-Oak",14/03/1950\n'),
  Buffer.from(bundle('collection')),
];
test('files with wrong bytes are read or refused, and never end the thread', { timeout: 300_000 }, async () => {
  const seed = Math.floor(seededRandom('import')() * 2 ** 31);
  const wrong = fc.sample(
    fc.tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }), fc.nat()),
    { numRuns: isFull ? 2000 : 150, seed },
  );
  for (const [file, changes, length] of wrong) {
    const bytes = Buffer.from(file);
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    const cut = length % 3 === 0 ? bytes.subarray(0, length % bytes.length) : bytes;
    const verdict = await read(cut);
    // A verdict TOO_SLOW would be a thread that was lost.
    expect(verdict, `seed ${seed}`).toSatisfy(({ ok, reason }: { ok: boolean; reason?: string }) => ok || reason !== 'TOO_SLOW');
  }
});
