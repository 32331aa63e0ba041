/** Files sent up, bytes; those of one call together [choice]. */
export const FILE_MOST = 10 * 1024 * 1024;
/** A file that is compared with what was sealed, bytes: no document of this product is larger [choice]. */
export const VERIFIED_FILE_MOST = 64 * 1024 * 1024;
/** Pages of one scan of a paper form [choice]. */
export const SCAN_PAGES_MOST = 50;
/** Picture elements of one picture, read from its header before it is decoded [choice]. */
export const PICTURE_PIXELS_MOST = 40_000_000;
