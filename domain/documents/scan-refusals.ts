import { PICTURE_PIXELS_MOST, SCAN_PAGES_MOST } from './file-limits.ts';

/** Reasons why the scan of a paper form is not taken, each with its sentence. */
export const SCAN_REFUSALS = {
  NOT_A_SCAN: 'This is not a PDF, JPEG or PNG file. Save the scan as one of these.',
  EMPTY: 'There is no file, or the file is empty.',
  TOO_LARGE: 'The file is too large. Scan the pages in black and white or with fewer dots per inch.',
  TOO_MANY_PAGES: `The scan has too many pages. A form has at most ${SCAN_PAGES_MOST}.`,
  TOO_MANY_PIXELS: `A picture is too large. It may have at most ${PICTURE_PIXELS_MOST / 1e6} megapixels.`,
  MIXED_FILES: 'Upload one PDF, or only pictures with one page each.',
  ENCRYPTED: 'The PDF is locked with a password. Save it without one.',
  ACTIVE_CONTENT: 'The PDF holds more than pages, such as scripts or attached files. Print it and scan the paper.',
  CHANGEABLE: 'Parts of this file can be hidden or changed. Print it to a new PDF or scan it.',
  PRINT_COLOURS: 'These are colours for print (CMYK). Save it as RGB.',
  RARE_PICTURE: 'This kind of JPEG is not read here. Save it as a plain JPEG or as PNG.',
  DAMAGED: 'The file is damaged or not complete. Scan the pages again.',
  TOO_SLOW: 'The file could not be checked in time. Print it and scan the paper.',
} as const;

export type ScanRefusal = keyof typeof SCAN_REFUSALS;
