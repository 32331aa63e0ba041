import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { Picture } from '#server/outside/scan/picture.ts';
import { RefusedScan } from '#server/outside/scan/refused-scan.ts';
import { readWasm } from '#server/outside/scan/wasm-file.ts';

/** The longer side of a drawn page: A4 at 300 dots per inch. */
const DRAWN_LONGEST = 3508;

let library: Promise<PDFiumLibrary> | undefined;

/** Draws the pages of a PDF, one at a time. */
export type DrawnPdf = { readonly pages: number; draw(index: number): Promise<Picture>; close(): void };

/** @throws RefusedScan for a file that cannot be opened */
export async function openScannedPdf(file: Uint8Array): Promise<DrawnPdf> {
  library ??= openLibrary();
  const document = await (await library).loadDocument(file).catch(() => {
    throw new RefusedScan('DAMAGED');
  });
  return {
    pages: document.getPageCount(),
    draw: (index) => drawPage(document.getPage(index)),
    close: () => document.destroy(),
  };
}

async function openLibrary(): Promise<PDFiumLibrary> {
  return PDFiumLibrary.init({ wasmBinary: await readWasm('@hyzyla/pdfium/pdfium.wasm') });
}

async function drawPage(page: PDFiumPage): Promise<Picture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = DRAWN_LONGEST / Math.max(originalWidth, originalHeight);
  const [width, height] = [originalWidth, originalHeight].map((length) => Math.max(1, Math.round(length * scale)));
  const drawn = await page.render({ render: 'bitmap', scale: 1, ...(width && { width }), ...(height && { height }) });
  return {
    data: new Uint8ClampedArray(drawn.data.buffer, drawn.data.byteOffset, drawn.data.length),
    width: drawn.width,
    height: drawn.height,
  };
}
