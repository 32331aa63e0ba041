import { FILE_MOST } from '#domain/documents/file-limits.ts';
import { deflateSync } from 'node:zlib';
import { buildJpeg, buildPng, withFrameSize, withSegment } from './build-picture.ts';
import { buildPdf, packPdf, streamObject, updatePdf } from './build-pdf.ts';
import type { HostileScan } from './hostile-scan.ts';

const ENCRYPT = '/Encrypt << /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4 >> /ID [(a) (a)]';
const pages = (count: number, said = count) =>
  buildPdf({
    objects: {
      2: `<< /Type /Pages /Count ${said} /Kids [${Array.from({ length: count }, (_, index) => `${index + 10} 0 R`).join(' ')}] >>`,
      ...Object.fromEntries(
        Array.from({ length: count }, (_, index) => [index + 10, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>']),
      ),
    },
  });
const zip = Buffer.from(`PK\x03\x04${'\0'.repeat(26)}PK\x01\x02${'\0'.repeat(42)}PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
const html = '<!doctype html><script>alert(1)</script>';
const nested = (open: string, times: number) => Buffer.from(open.repeat(times));
const bomb = deflateSync(Buffer.alloc(170_000_000));
const packed = (entries: string, content: Buffer) => streamObject(`/Filter /FlateDecode ${entries}`, content);

const FILES: readonly (readonly [string, HostileScan[1], () => Buffer])[] = [
  ['PDF with a password', 'ENCRYPTED', () => buildPdf({ trailer: ENCRYPT })],
  ['PDF with a password elsewhere', 'ENCRYPTED', () => buildPdf({ trailer: '/Encrypt 30 0 R' })],
  ['PDF with a password in a later revision', 'ENCRYPTED', () => updatePdf(buildPdf(), { 9: 'null' }, ENCRYPT)],
  ['packed PDF with a password', 'ENCRYPTED', () => packPdf({ trailer: ENCRYPT })],
  ['pages below themselves', 'DAMAGED', () => buildPdf({ objects: { 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' } })],
  ['pages below a page', 'DAMAGED', () => buildPdf({ page: '/Kids [2 0 R]' })],
  ['page twice', 'DAMAGED', () => buildPdf({ objects: { 2: '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>' } })],
  ['packed pages below themselves', 'DAMAGED', () => packPdf({ objects: { 2: '<< /Type /Pages /Kids [2 0 R] /Count 9 >>' } })],
  ['outline in a circle', 'DAMAGED', () => buildPdf({ objects: { 5: '<< /Next 6 0 R >>', 6: '<< /Next 5 0 R >>' } })],
  ['tables in a circle', 'DAMAGED', () => circle(buildPdf())],
  ['tables in a larger circle', 'DAMAGED', () => circle(updatePdf(buildPdf(), { 9: 'null' }))],
  ['51 pages', 'TOO_MANY_PAGES', () => pages(51)],
  ['10,000 pages', 'TOO_MANY_PAGES', () => pages(10_000)],
  ['10,000 pages that say they are one', 'TOO_MANY_PAGES', () => pages(10_000, 1)],
  ['more pages than there are', 'DAMAGED', () => pages(3, 2_000_000_000)],
  ['fewer pages than there are', 'DAMAGED', () => pages(3, -3)],
  ['no page', 'DAMAGED', () => pages(0)],
  ['no catalogue', 'DAMAGED', () => buildPdf({ objects: { 1: 'null' } })],
  ['11 MiB of PDF', 'TOO_LARGE', () => buildPdf({ objects: { 9: streamObject('', Buffer.alloc(11 * 1024 * 1024)) } })],
  ['11 MiB of JPEG', 'TOO_LARGE', () => Buffer.concat([buildJpeg(), Buffer.alloc(FILE_MOST)])],
  ['content that unpacks to 170 MB', 'TOO_LARGE', () => buildPdf({ objects: { 4: packed('', bomb) } })],
  ['ten pictures of 65 MB', 'TOO_LARGE', () => bombs(65_000_000, 10)],
  [
    'object stream that unpacks to 170 MB',
    'TOO_LARGE',
    () => buildPdf({ objects: { 9: packed('/Type /ObjStm /N 1 /First 4', bomb) } }),
  ],
  [
    'picture of 30,000 × 30,000',
    'TOO_MANY_PIXELS',
    () => buildPdf({ objects: { 9: streamObject('/Subtype /Image /Width 30000 /Height 30000', '') } }),
  ],
  [
    'packed twice',
    'DAMAGED',
    () => buildPdf({ objects: { 4: streamObject('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync('q'))) } }),
  ],
  [
    '100,000 arrays in one another',
    'TOO_SLOW',
    () => buildPdf({ objects: { 9: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } }),
  ],
  ['dictionaries in one another', 'TOO_SLOW', () => buildPdf({ objects: { 9: '<</A '.repeat(100_000) } })],
  ['objects in one another', 'TOO_SLOW', () => buildPdf({ objects: { 9: nested('1 0 obj (', 150_000) } })],
  ['objects in comments', 'TOO_SLOW', () => buildPdf({ objects: { 9: nested('1 0 obj %', 150_000) } })],
  ['objects in hexadecimal', 'TOO_SLOW', () => buildPdf({ objects: { 9: nested('1 0 obj <', 150_000) } })],
  [
    'streams in one another',
    'DAMAGED',
    () => buildPdf({ objects: { 9: nested('1 0 obj <</Filter/LZWDecode/N 1/First 9>> stream\n', 100_000) } }),
  ],
  ['drawing that triples 27 times', 'TOO_SLOW', tripling],
  ['half a PDF', 'DAMAGED', () => half(buildPdf())],
  ['PDF without its end', 'DAMAGED', () => buildPdf().subarray(0, -8)],
  [
    'PDF with a table elsewhere',
    'DAMAGED',
    () =>
      Buffer.from(
        buildPdf()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
  ],
  ['PDF without a table', 'DAMAGED', () => Buffer.from(`%PDF-1.7\n%%EOF`)],
  ['PDF and HTML behind it', 'DAMAGED', () => Buffer.concat([buildPdf(), Buffer.from(html)])],
  ['PDF and ZIP', 'DAMAGED', () => Buffer.concat([buildPdf(), zip])],
  ['ZIP in a PDF', 'NOT_A_SCAN', () => buildPdf({ objects: { 9: streamObject('', zip) } })],
  ['HTML in a PDF', 'NOT_A_SCAN', () => Buffer.from(buildPdf().toString('latin1').replace('\n', `\n%${html}\n`), 'latin1')],
  ['HTML before a PDF', 'NOT_A_SCAN', () => Buffer.concat([Buffer.from(html), buildPdf()])],
  ['space before a PDF', 'NOT_A_SCAN', () => Buffer.concat([Buffer.from('\n'), buildPdf()])],
  ['nothing', 'EMPTY', () => Buffer.alloc(0)],
  ['one byte', 'NOT_A_SCAN', () => Buffer.from('%')],
  ['HTML', 'NOT_A_SCAN', () => Buffer.from(html)],
  ['SVG', 'NOT_A_SCAN', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['ZIP', 'NOT_A_SCAN', () => zip],
  ['GIF', 'NOT_A_SCAN', () => Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
  ['TIFF', 'NOT_A_SCAN', () => Buffer.from('II*\0\x08\0\0\0', 'latin1')],
  ['WebP', 'NOT_A_SCAN', () => Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
  ['program', 'NOT_A_SCAN', () => Buffer.from('MZ\x90\0', 'latin1')],
  ['JPEG of 65,500 × 65,500', 'TOO_MANY_PIXELS', () => withFrameSize(buildJpeg(), 65_500, 65_500)],
  [
    'JPEG with a second frame',
    'TOO_MANY_PIXELS',
    () => withSegment(buildJpeg(), 0xc2, Buffer.from([8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0])),
  ],
  ['JPEG without a width', 'DAMAGED', () => withFrameSize(buildJpeg(), 0, 100)],
  ['JPEG with 10,000 passes', 'TOO_SLOW', () => passes(10_000)],
  ['half a JPEG', 'DAMAGED', () => half(buildJpeg())],
  ['beginning of a JPEG', 'DAMAGED', () => Buffer.from([0xff, 0xd8, 0xff])],
  ['JPEG of nothing', 'DAMAGED', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['PNG of 100,000 × 100,000', 'TOO_MANY_PIXELS', () => buildPng({ width: 100_000, height: 100_000, rows: Buffer.alloc(9) })],
  [
    'PNG of the largest numbers',
    'TOO_MANY_PIXELS',
    () => buildPng({ width: 0xffffffff, height: 0xffffffff, rows: Buffer.alloc(9) }),
  ],
  ['PNG that is larger than it says', 'DAMAGED', () => buildPng({ rows: Buffer.alloc(9) })],
  ['PNG with a wrong sum', 'DAMAGED', () => flipped(buildPng(), 45)],
  ['half a PNG', 'DAMAGED', () => half(buildPng())],
  ['PNG without a header', 'DAMAGED', () => buildPng().subarray(0, 12)],
];

const MORE: readonly HostileScan[] = [
  ['no file', 'EMPTY', () => []],
  ['PDF and picture', 'MIXED_FILES', () => [buildPdf(), buildJpeg()]],
  ['two PDFs', 'MIXED_FILES', () => [buildPdf(), buildPdf()]],
  ['picture and HTML', 'NOT_A_SCAN', () => [buildJpeg(), Buffer.from(html)]],
  ['51 pictures', 'TOO_MANY_PAGES', () => Array.from<Buffer>({ length: 51 }).fill(buildJpeg())],
  [
    'seven pictures of 10 MiB',
    'TOO_LARGE',
    () => Array.from<Buffer>({ length: 7 }).fill(Buffer.concat([buildJpeg(), Buffer.alloc(FILE_MOST - 5000)])),
  ],
];

/** Files that are not what they say, that never end, or that grow. */
export const HOSTILE_FILES: readonly HostileScan[] = [
  ...FILES.map(([name, reason, build]): HostileScan => [name, reason, () => [build()]]),
  ...MORE,
];

function half(file: Buffer): Buffer {
  return file.subarray(0, file.length / 2);
}

function flipped(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

/** Lets the last table name itself as the one before it. */
function circle(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const start = text.lastIndexOf('xref\n0 1');
  const trailer = text
    .slice(start)
    .replace(/\/Prev \d+/, '')
    .replace('/Root', `/Prev ${start} /Root`);
  return Buffer.from(text.slice(0, start) + trailer, 'latin1');
}

function bombs(size: number, count: number): Buffer {
  const stream = packed('', deflateSync(Buffer.alloc(size)));
  return buildPdf({ objects: Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 10, stream])) });
}

function tripling(): Buffer {
  const levels = Array.from({ length: 27 }, (_, index) => {
    const resources = `/Resources << /XObject << /A ${index + 11} 0 R >> >>`;
    return [
      index + 10,
      streamObject(`/Type /XObject /Subtype /Form /BBox [0 0 999 999] ${resources}`, '/A Do /A Do /A Do'),
    ] as const;
  });
  const last = streamObject('/Type /XObject /Subtype /Form /BBox [0 0 999 999]', '0 0 900 900 re f');
  return buildPdf({
    page: '/Resources << /XObject << /A 10 0 R >> >>',
    objects: { ...Object.fromEntries(levels), 37: last, 4: streamObject('', '/A Do') },
  });
}

function passes(count: number): Buffer {
  const file = buildJpeg();
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  const pass = file.subarray(scan, -2);
  return Buffer.concat([file.subarray(0, scan), ...Array.from({ length: count }, () => pass), file.subarray(-2)]);
}
