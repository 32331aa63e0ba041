/** The largest checked scan in colour, bytes; a larger one is drawn in grey at 150 dots per inch [choice]. */
export const CHECKED_SCAN_COLOUR_MOST = 12 * 1024 * 1024;

/** The title of a page of a checked scan. @param page - from 1 */
export function scanPageTitle(page: number): string {
  return `Page ${page} of the paper form`;
}

/** The words for a page of a checked scan to somebody who does not see it. @param page - from 1 */
export function scanPageAlt(page: number): string {
  return `${scanPageTitle(page)}; its ticks are written in the sealed form`;
}
