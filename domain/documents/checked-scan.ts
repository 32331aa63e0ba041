/** The largest checked scan in colour, bytes; a larger one is drawn in grey at 150 dots per inch [choice]. */
export const CHECKED_SCAN_COLOUR_MOST = 12 * 1024 * 1024;

/** The words for a page of a checked scan to somebody who does not see it. @param page - from 1 */
export function scanPageAlt(page: number): string {
  return `Page ${page} of the paper form; its ticks are written in the sealed form`;
}
