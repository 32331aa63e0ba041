import type { Pdf } from './pool.ts';
import { renderPdf } from './typst.ts';

/** Draws in the calling thread: for tests, and for places where a moment's standstill harms nobody. */
export function openPdfInProcess(): Pdf {
  return {
    // Asynchronous as the threaded one is, errors included.
    render: async (document) => renderPdf(document),
    close: () => Promise.resolve(),
  };
}
