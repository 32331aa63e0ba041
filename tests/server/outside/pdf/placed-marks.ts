import type { PDFiumPage } from '@hyzyla/pdfium';
import { openPdfium } from './pdfium.ts';
import { onPdf } from './pdf-tools.ts';

/** The place of a mark in a document, in points: to the right, and down over all pages. */
export type PlacedMark = { readonly x: number; readonly y: number };

/** A mark of a test among the words of a line: Q or R and a number. */
const MARK = /[QR]\d+/gu;
const PAGE = 842;

/** The places at which readers find the marks of a document, by their words; of one that is printed again the first. */
export const MARK_READERS: Readonly<Record<string, (pdf: Uint8Array) => Promise<ReadonlyMap<string, PlacedMark>>>> = {
  pdftotext: (pdf) => {
    const found = new Map<string, PlacedMark>();
    const pages = onPdf(pdf, 'pdftotext', '-bbox', 'FILE', '-').split('<page ').slice(1);
    for (const [nth, page] of pages.entries())
      for (const [, x, y, word = ''] of page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</gu))
        for (const mark of word.matchAll(MARK))
          // Words of one run have one place: behind it counts the letter.
          if (!found.has(mark[0])) found.set(mark[0], { x: Number(x) + mark.index / 1000, y: nth * PAGE + Number(y) });
    return Promise.resolve(found);
  },
  pdfium: async (pdf) => {
    const library = await openPdfium();
    const document = await library.loadDocument(pdf);
    const found = new Map<string, PlacedMark>();
    for (const [nth, page] of [...document.pages()].entries()) {
      const letters = lettersOf(page);
      for (const mark of letters
        .map(({ letter }) => letter)
        .join('')
        .matchAll(MARK)) {
        const first = letters[mark.index];
        if (first !== undefined && !found.has(mark[0])) found.set(mark[0], { x: first.x, y: nth * PAGE + PAGE - first.up });
      }
    }
    document.destroy();
    return found;
  },
};

/** The own module of the library, by numbers of open things and places in its memory. */
type Engine = {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => number; readonly free: (at: number) => void };
  readonly _FPDFText_LoadPage: (page: number) => number;
  readonly _FPDFText_ClosePage: (text: number) => void;
  readonly _FPDFText_CountChars: (text: number) => number;
  readonly _FPDFText_GetUnicode: (text: number, nth: number) => number;
  readonly _FPDFText_GetCharOrigin: (text: number, nth: number, x: number, y: number) => number;
};

/** The letters of a page with where each begins, as they stand: line by line, each from the left. Its own order turns whole lines. */
function lettersOf(page: PDFiumPage): { letter: string; x: number; up: number }[] {
  // The library's own classes read the text without its places.
  const { module: engine, pageIdx } = page as unknown as { module: Engine; pageIdx: number };
  const text = engine._FPDFText_LoadPage(pageIdx);
  const at = engine.wasmExports.malloc(16);
  const letters = Array.from({ length: engine._FPDFText_CountChars(text) }, (_, nth) => {
    engine._FPDFText_GetCharOrigin(text, nth, at, at + 8);
    const memory = new DataView(engine.HEAPU8.buffer, at, 16);
    const code = engine._FPDFText_GetUnicode(text, nth);
    return { letter: String.fromCharCode(code), x: memory.getFloat64(0, true), up: memory.getFloat64(8, true) };
  });
  engine.wasmExports.free(at);
  engine._FPDFText_ClosePage(text);
  return letters.toSorted((one, other) => (Math.abs(one.up - other.up) > 1 ? other.up - one.up : one.x - other.x));
}
