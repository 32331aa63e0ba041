import { PDFiumLibrary } from '@hyzyla/pdfium';

let opened: Promise<PDFiumLibrary> | undefined;

/** The library of Chromium's PDF viewer, compiled once: on a busy machine a compilation takes so long that it writes of it to the console. */
export async function openPdfium(): Promise<PDFiumLibrary> {
  return (opened ??= PDFiumLibrary.init());
}
