import { checkContent } from './pdf-content.ts';
import { checkFrame } from './pdf-frame.ts';
import { readObjects } from './pdf-objects.ts';
import { countPages } from './pdf-tree.ts';

/**
 * Checks that a PDF is a scan: pages, and nothing that acts, is attached, is locked or grows.
 *
 * @returns its number of pages
 * @throws RefusedScan
 */
export function checkPdf(file: Buffer, isTimeUp: () => boolean): number {
  checkFrame(file);
  const objects = readObjects(file, isTimeUp);
  checkContent(objects);
  return countPages(objects);
}
