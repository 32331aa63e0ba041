import QRCode from 'qrcode';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readWasm } from '#server/outside/scan/wasm-file.ts';
import { pixelsOf } from './pdf-tools.ts';

/** A code of a page: where it stands from the left edge and from the bottom, and how wide it is, in mm. */
type Place = { readonly page: number; readonly width: number };

/** The modules of the code that a text has: `1` dark, `0` light, row after row. */
export function modulesOf(text: string): string {
  return [...QRCode.create(text, { errorCorrectionLevel: 'M' }).modules.data].join('');
}

/** Reads the code in the footer of a drawn page, as {@link modulesOf} writes it, on the grid of a code of `modules`. */
export function footerCode(pdf: Uint8Array, modules: string, { page, width }: Place): string {
  const size = Math.sqrt(modules.length);
  const picture = pixelsOf(pdf, page, 400);
  const isDark = (x: number, y: number): boolean => (picture.grey[Math.floor(y) * picture.width + Math.floor(x)] ?? 255) < 128;
  // The code is the first dark thing from the bottom left: its left edge is the margin of the page.
  const perMm = 400 / 25.4;
  const area = {
    left: 17 * perMm,
    right: (19 + width) * perMm,
    top: picture.height - 30 * perMm,
    bottom: picture.height - 4 * perMm,
  };
  const dark: { x: number; y: number }[] = [];
  for (let y = Math.ceil(area.top); y < area.bottom; y++)
    for (let x = Math.ceil(area.left); x < area.right; x++) if (isDark(x, y)) dark.push({ x, y });
  const left = Math.min(...dark.map(({ x }) => x));
  const bottom = Math.max(...dark.map(({ y }) => y)) + 1;
  const module = (width * perMm) / size;
  const top = bottom - width * perMm;
  return Array.from({ length: size * size }, (_, at) =>
    Number(isDark(left + ((at % size) + 0.5) * module, top + (Math.floor(at / size) + 0.5) * module)),
  ).join('');
}

let prepared: Promise<unknown> | undefined;

/** The texts of the codes on a page, as a phone reads them. */
export async function readCodes(pdf: Uint8Array, page: number): Promise<string[]> {
  prepared ??= readWasm('zxing-wasm/reader/zxing_reader.wasm').then((wasmBinary) =>
    prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }),
  );
  await prepared;
  const { width, height, grey } = pixelsOf(pdf, page, 150);
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : (grey[at >> 2] ?? 255)));
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}
