import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { openScannedPdf } from '#server/outside/scan/pdf/pdf-pages.ts';
import { onPdf, writtenBy } from '#tests/server/outside/pdf/pdf-tools.ts';
import { buildPdf, deflated, packPdf, streamObject, updatePdf } from './build-pdf.ts';
import { buildJpeg, buildPng, exifOf, withSegment } from './build-picture.ts';
import { paperForm, PAPER_CODES } from './paper-form.ts';
import { useScanThread } from './thread-for-tests.ts';

const thread = useScanThread();

async function inspected(...files: readonly Uint8Array[]): Promise<{ pdf: Buffer; codes: (readonly string[])[] }> {
  const verdict = await thread().inspect(files);
  if (!verdict.ok) throw new Error(verdict.reason);
  return { pdf: Buffer.from(verdict.pdf), codes: verdict.pages.map(({ codes }) => codes) };
}

test('a form from the own renderer is stored as it is, and the code of each page is read', async () => {
  const form = paperForm();
  const { pdf, codes } = await inspected(form);
  expect(pdf.equals(form)).toBe(true);
  expect(codes).toEqual(PAPER_CODES.map((code) => [code]));
});

const jump = '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>]';
const outline = {
  5: '<< /First 6 0 R /Last 7 0 R /Count 2 >>',
  6: '<< /Title (a) /Next 7 0 R >>',
  7: '<< /Title (obj) /Prev 6 0 R >>',
};
const picture = streamObject(
  '/Type /XObject /Subtype /Image /Width 120 /Height 160 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
  buildJpeg(),
);

test.each([
  ['plain', () => buildPdf()],
  ['packed', () => packPdf()],
  ['of two revisions', () => updatePdf(buildPdf(), { 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>' })],
  ['with a jump and an outline', () => buildPdf({ page: jump, catalog: '/Outlines 5 0 R', objects: outline })],
  ['that opens at a place', () => buildPdf({ catalog: '/OpenAction [3 0 R /FitH 800]' })],
  ['that opens with a jump', () => packPdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
  [
    'with a picture',
    () =>
      buildPdf({
        page: '/Resources << /XObject << /I 5 0 R >> >>',
        objects: { 5: picture, 4: deflated('', '595 0 0 842 0 0 cm /I Do') },
      }),
  ],
  ['with space behind its end', () => Buffer.concat([buildPdf(), Buffer.from('\r\n\0\n')])],
  [
    'that speaks of scripts',
    () =>
      buildPdf({
        objects: { 4: streamObject('', 'BT (/JavaScript obj trailer) Tj ET'), 9: '<< /Title (/JavaScript \\) /JS) >>' },
      }),
  ],
])('a PDF %s is stored as it is', async (_, build) => {
  const file = build();
  const { pdf, codes } = await inspected(file);
  expect(pdf.equals(file)).toBe(true);
  expect(codes).toEqual([[]]);
});

test.each([
  ['JPEG', buildJpeg()],
  ['JPEG with bytes behind it', Buffer.concat([buildJpeg(), Buffer.from('more')])],
  ['PNG', buildPng()],
  ['PNG of 16 bits', buildPng({ depth: 16 })],
  ['PNG with opacity', buildPng({ colour: 6 })],
  ['grey PNG', buildPng({ colour: 0 })],
  ['grey PNG of one bit', buildPng({ colour: 0, depth: 1 })],
  ['PNG with a palette', buildPng({ colour: 3, depth: 8 })],
])('a %s becomes a page', async (_, file) => {
  const { pdf, codes } = await inspected(file);
  expect(codes).toEqual([[]]);
  expect((await PDF.load(pdf)).getPageCount()).toBe(1);
});

test('a picture is turned upright as its file says, and nothing else of its file is stored', async () => {
  const file = withSegment(buildJpeg(120, 160), 0xe1, exifOf(6, 'GPS 51.5 N 0.12 W'));
  expect(file.toString('latin1')).toContain('GPS 51.5');
  const { pdf } = await inspected(withSegment(file, 0xfe, 'a comment of the camera'));
  const text = pdf.toString('latin1');
  for (const words of ['Exif', 'GPS', 'comment of']) expect(text).not.toContain(words);
  expect(text).toMatch(/\/Width 160\b/);
  const drawn = await openScannedPdf(pdf);
  const { data, width, height } = await drawn.draw(0);
  drawn.close();
  // Its dark upper half is on the right.
  const shade = (x: number) => data[(Math.floor(height / 2) * width + Math.floor(width * x)) * 4];
  expect(shade(0.9)).toBeLessThan(100);
  expect(shade(0.1)).toBeGreaterThan(200);
});

test('pictures become pages in their order, and the PDF is a good one', async () => {
  const { pdf, codes } = await inspected(buildJpeg(200, 100), buildPng(), buildJpeg(100, 200));
  expect(codes).toEqual([[], [], []]);
  const sizes = (await PDF.load(pdf)).getPages().map((page) => page.width > page.height);
  expect(sizes).toEqual([true, false, false]);
  expect(await inspected(pdf)).toEqual({ pdf, codes });
  expect(onPdf(pdf, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
});

test('a PDF that qpdf has packed is stored, one that it has locked is refused', async () => {
  const packed = writtenBy(paperForm(), 'qpdf', '--object-streams=generate', 'FILE', 'FOLDER/written.pdf');
  const linear = writtenBy(packed, 'qpdf', '--linearize', 'FILE', 'FOLDER/written.pdf');
  for (const file of [packed, linear]) expect((await inspected(file)).pdf.equals(file)).toBe(true);
  const locked = writtenBy(packed, 'qpdf', '--encrypt', '', 'owner', '256', '--', 'FILE', 'FOLDER/written.pdf');
  expect(await thread().inspect([locked])).toEqual({ ok: false, reason: 'ENCRYPTED' });
});
