import { checkContent } from '#server/outside/scan/pdf/pdf-content.ts';
import { checkFrame } from '#server/outside/scan/pdf/pdf-frame.ts';
import { readObjects } from '#server/outside/scan/pdf/pdf-objects.ts';
import { countPages } from '#server/outside/scan/pdf/pdf-tree.ts';

/** The longest check of a PDF's structure, ms [choice]. */
export const CHECK_PDF_MOST = 4000;

/**
 * Checks that a PDF is a scan: pages, and nothing that acts, is attached, is locked or grows.
 *
 * @param options - `mayLink`: addresses of the web may stand on a page: in a letter, but on no paper that was signed
 * @returns its number of pages
 * @throws RefusedScan
 */
export function checkPdf(file: Buffer, isTimeUp: () => boolean, { mayLink = false } = {}): number {
  checkFrame(file);
  const objects = readObjects(file, isTimeUp);
  checkContent(objects, { mayLink });
  return countPages(objects);
}
