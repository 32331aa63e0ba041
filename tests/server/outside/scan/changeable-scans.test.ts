import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodePicture } from '#server/outside/scan/decode-picture.ts';
import { inspectAttachment } from '#server/outside/scan/inspect-attachment.ts';
import { inspectScan } from '#server/outside/scan/inspect-scan.ts';
import { buildPdf, packPdf, streamObject, type PdfParts } from './build-pdf.ts';
import { buildJpeg, buildPng, exifOf, withChunk, withFrame, withSegment } from './build-picture.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/inputs/${name}`);
const inspect = (file: Uint8Array) => inspectScan([file], () => undefined);
const reasonOf = async (file: Uint8Array) => {
  const verdict = await inspect(file);
  return verdict.ok ? 'taken' : verdict.reason;
};
const ANNOTATIONS =
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget Watermark Redact';

const CHANGEABLE: readonly (readonly [name: string, parts: PdfParts])[] = [
  [
    'layers',
    { catalog: '/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >>', objects: { 5: '<< /Type /OCG /Name (a) >>' } },
  ],
  [
    'a picture of a layer',
    { objects: { 5: streamObject('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /OC 6 0 R', ''), 6: '<< /Name (a) >>' } },
  ],
  ['a layer alone', { objects: { 5: '<< /Type /OCMD >>' } }],
  ['a field', { catalog: '/AcroForm << /Fields [5 0 R] >>', objects: { 5: '<< /FT /Tx /T (name) /V (x) >>' } }],
  [
    'fields in an object of their own',
    { catalog: '/AcroForm 5 0 R', objects: { 5: '<< /Fields 6 0 R >>', 6: '[7 0 R]', 7: '<< /FT /Tx >>' } },
  ],
  ['fields that viewers draw', { catalog: '/AcroForm << /Fields [] /NeedAppearances true >>' }],
  [
    'another picture for print',
    { objects: { 5: streamObject('/Type /XObject /Subtype /Image /Alternates [6 0 R]', 'x'), 6: '<< >>' } },
  ],
  [
    'a picture of another file',
    { objects: { 5: streamObject('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref 6 0 R', ''), 6: '<< /Page 0 >>' } },
  ],
  ['a picture that printers draw', { objects: { 5: streamObject('/Type /XObject /Subtype /PS', 'showpage') } }],
  ['steps within a page', { page: '/PresSteps 5 0 R', objects: { 5: '<< /Type /NavNode >>' } }],
  ['an annotation whose kind is an object', { page: '/Annots [<< /Subtype 5 0 R /Rect [0 0 9 9] >>]', objects: { 5: '/Stamp' } }],
  ...['/Subtype /Link', '/Subtype /Unheard', '', '/Subtype /Link /F 2'].map(
    (kind) =>
      [
        `an annotation “${kind}” with a picture of its own`,
        {
          page: `/Annots [<< /Type /Annot ${kind} /Rect [0 0 99 99] /AP << /N 5 0 R >> >>]`,
          objects: { 5: streamObject('/Type /XObject /Subtype /Form /BBox [0 0 99 99]', '1 0 0 rg 0 0 99 99 re f') },
        },
      ] as const,
  ),
  ...ANNOTATIONS.split(' ').map(
    (kind) => [`an annotation ${kind}`, { page: `/Annots [<< /Type /Annot /Subtype /${kind} /Rect [0 0 9 9] >>]` }] as const,
  ),
];

test.each(CHANGEABLE)('a PDF with %s is refused, plain and packed, as a scan and as an attachment', async (_, parts) => {
  for (const file of [buildPdf(parts), packPdf(parts)]) {
    expect(await reasonOf(file)).toBe('CHANGEABLE');
    expect(await inspectAttachment(file)).toEqual({ ok: false, reason: 'CHANGEABLE' });
  }
});

test.each(['k15-hidden-layer.pdf', 'k15-form-field.pdf'])('%s is refused', async (name) => {
  expect(await reasonOf(fixture(name))).toBe('CHANGEABLE');
});

test('a form without a field changes nothing; an address of the web stands in a letter, and on no scan', async () => {
  const link = '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >>]';
  expect(await reasonOf(buildPdf({ catalog: '/AcroForm << /Fields [] >>' }))).toBe('taken');
  for (const file of [buildPdf({ page: link }), packPdf({ page: link })]) {
    expect(await reasonOf(file)).toBe('ACTIVE_CONTENT');
    expect(await inspectAttachment(file)).toEqual({ ok: true, kind: 'PDF' });
  }
});

test('colours for print are told, and no sound file is called damaged', async () => {
  expect(await reasonOf(fixture('k15-cmyk.jpg'))).toBe('PRINT_COLOURS');
  expect(await reasonOf(withFrame(buildJpeg(), { components: 4 }))).toBe('PRINT_COLOURS');
  expect(await reasonOf(withFrame(buildJpeg(), { bits: 12 }))).toBe('RARE_PICTURE');
  for (const marker of [0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf])
    expect(await reasonOf(withFrame(buildJpeg(), { marker })), marker.toString(16)).toBe('RARE_PICTURE');
});

/** Where the dark corner of the upright picture must be found, whatever the turn. */
async function corners(file: Buffer, kind: 'JPEG' | 'PNG'): Promise<{ size: number[]; dark: string[] }> {
  const { data, width, height } = await decodePicture(file, kind);
  const at = (x: number, y: number) => (data[(y * width + x) * 4] ?? 0) < 128;
  const places = {
    upperLeft: [4, 4],
    upperRight: [width - 5, 4],
    lowerLeft: [4, height - 5],
    lowerRight: [width - 5, height - 5],
  } as const;
  return { size: [width, height], dark: Object.entries(places).flatMap(([name, [x, y]]) => (at(x, y) ? [name] : [])) };
}

/** The corner of the stored picture that is the upper left of the upright one, by the turn of EXIF. */
const CORNERS = ['', 'upperLeft', 'upperRight', 'lowerRight', 'lowerLeft', 'upperLeft', 'lowerLeft', 'lowerRight', 'upperRight'];

test.each([1, 2, 3, 4, 5, 6, 7, 8])('turn %i: the picture stands upright as PNG and as JPEG', async (orientation) => {
  const [width, height] = orientation >= 5 ? [60, 40] : [40, 60];
  const corner = CORNERS[orientation] ?? '';
  const isDark = (x: number, y: number) =>
    (corner.includes('Left') ? x < width / 2 : x >= width / 2) && (corner.startsWith('upper') ? y < height / 2 : y >= height / 2);
  const jpeg = withSegment(buildJpeg(width, height, isDark), 0xe1, exifOf(orientation));
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.from([0, ...Array.from({ length: width }, (__, x) => (isDark(x, y) ? 20 : 230))]),
    ),
  );
  const png = withChunk(buildPng({ width, height, colour: 0, rows }), 'eXIf', exifOf(orientation).subarray(6));
  for (const upright of [await corners(png, 'PNG'), await corners(jpeg, 'JPEG')])
    expect(upright).toEqual({ size: [40, 60], dark: ['upperLeft'] });
});

test('a turned PNG becomes an upright page, its red corner at the upper right', async () => {
  const { data, width, height } = await decodePicture(fixture('k15-turned.png'), 'PNG');
  const isRed = (x: number, y: number) => (data[(y * width + x) * 4] ?? 0) > 180 && (data[(y * width + x) * 4 + 1] ?? 0) < 90;
  expect(height).toBeGreaterThan(width);
  expect([isRed(width - 5, 4), isRed(4, 4), isRed(4, height - 5), isRed(width - 5, height - 5)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
