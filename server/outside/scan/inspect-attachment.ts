import type { AttachmentKind } from '#domain/documents/attachment.ts';
import type { ScanRefusal } from '#domain/documents/scan-refusals.ts';
import { FILE_MOST } from '#domain/documents/file-limits.ts';
import { CHECK_PDF_MOST, checkPdf } from './check-pdf.ts';
import { decodePicture } from './decode-picture.ts';
import { openScannedPdf } from '#server/outside/scan/pdf/pdf-pages.ts';
import { checkPicture, scanFileKindOf } from './picture-header.ts';
import { RefusedScan } from './refused-scan.ts';

export type AttachmentVerdict =
  | { readonly ok: true; readonly kind: AttachmentKind }
  | { readonly ok: false; readonly reason: ScanRefusal };

/**
 * Inspects a file that is stored as it is: its kind by its first bytes, and that all of it can be read as that kind. A PDF holds pages
 * and nothing that acts.
 *
 * @throws Error when a file breaks what reads it
 */
export async function inspectAttachment(file: Uint8Array): Promise<AttachmentVerdict> {
  try {
    return { ok: true, kind: await kindOfWhole(Buffer.from(file.buffer, file.byteOffset, file.byteLength)) };
  } catch (error) {
    // A module that has failed may be in any state: the thread ends with it.
    if (!(error instanceof RefusedScan)) throw error;
    return { ok: false, reason: error.reason };
  }
}

async function kindOfWhole(file: Buffer): Promise<AttachmentKind> {
  if (file.length === 0) throw new RefusedScan('EMPTY');
  if (file.length > FILE_MOST) throw new RefusedScan('TOO_LARGE');
  const kind = scanFileKindOf(file);
  if (kind === undefined) throw new RefusedScan('NOT_A_SCAN');
  if (kind === 'PDF') await checkPages(file);
  else {
    checkPicture(file, kind);
    await decodePicture(file, kind);
  }
  return kind;
}

async function checkPages(file: Buffer): Promise<void> {
  const end = performance.now() + CHECK_PDF_MOST;
  const count = checkPdf(file, () => performance.now() > end, { mayLink: true });
  const opened = await openScannedPdf(file);
  // Two readers that count otherwise would show different papers.
  const isSame = opened.pages === count;
  opened.close();
  if (!isSame) throw new RefusedScan('DAMAGED');
}
