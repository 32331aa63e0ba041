import { FILE_MOST, SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import { CHECK_PDF_MOST, checkPdf } from './check-pdf.ts';
import { decodePicture } from './decode-picture.ts';
import { readPageCodes } from './page-codes.ts';
import { openScannedPdf } from '#server/outside/scan/pdf/pdf-pages.ts';
import { checkPicture, scanFileKindOf } from './picture-header.ts';
import type { Picture } from './picture.ts';
import { createPicturePdf } from './picture-pages.ts';
import { RefusedScan } from './refused-scan.ts';
import type { ScanPage, ScanVerdict } from './scan-thread.ts';

/** Reading the codes of one page, and of all: pages that are left count as unread, ms. */
const PAGE_CODES_TIME = 2500;
const ALL_CODES_TIME = 15_000;

/**
 * Inspects the files of one scan.
 *
 * @param onProgress - called after each part of the work
 * @throws Error when a file breaks what reads it
 */
export async function inspectScan(files: readonly Uint8Array[], onProgress: () => void): Promise<ScanVerdict> {
  try {
    const buffers = files.map((file) => Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    const kinds = buffers.map(scanFileKindOf);
    const [first] = buffers;
    if (!first || buffers.some(({ length }) => length === 0)) throw new RefusedScan('EMPTY');
    if (buffers.reduce((sum, { length }) => sum + length, 0) > FILE_MOST) throw new RefusedScan('TOO_LARGE');
    if (kinds.includes(undefined)) throw new RefusedScan('NOT_A_SCAN');
    if (!kinds.includes('PDF')) return await inspectPictures(buffers, onProgress);
    if (buffers.length > 1) throw new RefusedScan('MIXED_FILES');
    return await inspectPdf(first, onProgress);
  } catch (error) {
    // A module that has failed may be in any state: the thread ends with it.
    if (!(error instanceof RefusedScan)) throw error;
    return { ok: false, reason: error.reason };
  }
}

async function inspectPdf(file: Buffer, onProgress: () => void): Promise<ScanVerdict> {
  const count = checkPdf(file, deadline(CHECK_PDF_MOST));
  const drawn = await openScannedPdf(file);
  onProgress();
  try {
    // Two readers that count otherwise would show different papers.
    if (drawn.pages !== count) throw new RefusedScan('DAMAGED');
    const readCodes = codeReader(onProgress);
    const pages: ScanPage[] = [];
    for (let index = 0; index < count; index++) pages.push({ codes: await readCodes(() => drawn.draw(index)) });
    return { ok: true, pdf: file, pages };
  } finally {
    drawn.close();
  }
}

async function inspectPictures(files: readonly Buffer[], onProgress: () => void): Promise<ScanVerdict> {
  if (files.length > SCAN_PAGES_MOST) throw new RefusedScan('TOO_MANY_PAGES');
  const pictures = files.map((file) => ({ file, kind: scanFileKindOf(file) === 'PNG' ? ('PNG' as const) : ('JPEG' as const) }));
  for (const { file, kind } of pictures) checkPicture(file, kind);
  const readCodes = codeReader(onProgress);
  const pdf = createPicturePdf();
  const pages: ScanPage[] = [];
  for (const { file, kind } of pictures) {
    const picture = await decodePicture(file, kind);
    onProgress();
    pdf.add(picture);
    onProgress();
    pages.push({ codes: await readCodes(() => Promise.resolve(picture)) });
  }
  return { ok: true, pdf: await pdf.save(), pages };
}

/** Reads the codes of one page after another until the time for all is up. */
function codeReader(onProgress: () => void): (draw: () => Promise<Picture>) => Promise<string[]> {
  const isAllTimeUp = deadline(ALL_CODES_TIME);
  return async (draw) => {
    if (isAllTimeUp()) return [];
    const picture = await draw();
    const isPageTimeUp = deadline(PAGE_CODES_TIME);
    const codes = await readPageCodes(picture, () => {
      onProgress();
      return isPageTimeUp();
    });
    onProgress();
    return codes;
  };
}

function deadline(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
