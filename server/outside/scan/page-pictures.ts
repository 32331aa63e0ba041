import encodeJpeg, { init as initEncoder } from '@jsquash/jpeg/encode.js';
import type { ScanRefusal } from '#domain/documents/scan-refusals.ts';
import { openScannedPdf } from '#server/outside/scan/pdf/pdf-pages.ts';
import { shrinkPicture, type Picture } from './picture.ts';
import { RefusedScan } from './refused-scan.ts';
import { readWasm } from './wasm-file.ts';

/** A page of a stored scan, from 0. `GREY` is smaller: it is drawn so where all pages together are too large in colour. */
export type PageDrawing = { readonly file: Uint8Array; readonly index: number; readonly look: 'COLOUR' | 'GREY' };

/** A page as a JPEG of so many picture elements, and how many pages its scan has. */
export type PagePicture = { readonly jpeg: Uint8Array; readonly width: number; readonly height: number; readonly pages: number };
export type PageVerdict =
  | ({ readonly ok: true } & PagePicture)
  | { readonly ok: false; readonly reason: ScanRefusal | 'NO_SUCH_PAGE' };

/** The longer side of a page in picture elements: A4 at about 240 dots per inch, as pictures are stored; in grey at 150. */
const LONGEST = { COLOUR: 2800, GREY: 1754 } as const;
/** The colours of a JPEG: brightness alone, or with two differences of colour. */
const COLOURS = { COLOUR: 3, GREY: 1 } as const;
const QUALITY = 75;

let prepared: Promise<void> | undefined;

/**
 * Draws one page of a scan that was inspected when it was uploaded.
 *
 * @param onProgress - called after each part of the work
 * @throws Error when the file breaks what reads it
 */
export async function drawScanPage({ file, index, look }: PageDrawing, onProgress: () => void): Promise<PageVerdict> {
  try {
    const scan = await openScannedPdf(file);
    onProgress();
    try {
      if (index >= scan.pages) return { ok: false, reason: 'NO_SUCH_PAGE' };
      const drawn = shrinkPicture(await scan.draw(index), LONGEST[look]);
      onProgress();
      const { width, height } = drawn;
      return { ok: true, jpeg: await jpegOf(drawn, look), width, height, pages: scan.pages };
    } finally {
      scan.close();
    }
  } catch (error) {
    // A module that has failed may be in any state: the thread ends with it.
    if (!(error instanceof RefusedScan)) throw error;
    return { ok: false, reason: error.reason };
  }
}

async function jpegOf(picture: Picture, look: PageDrawing['look']): Promise<Uint8Array> {
  prepared ??= prepareEncoder();
  await prepared;
  const options = { quality: QUALITY, progressive: false, color_space: COLOURS[look] };
  return new Uint8Array(await encodeJpeg(picture, options));
}

async function prepareEncoder(): Promise<void> {
  await initEncoder({ wasmBinary: await readWasm('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm') });
}
