import type { Pdf } from '#server/outside/pdf/pool.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { renderPicture } from '#server/outside/pdf/typst.ts';

/** Renders in the calling thread: the twin of the pool of worker threads that server tests run with. */
export function openPdfInProcess(): Pdf {
  return {
    render: drawPdf,
    // Asynchronous as the threaded one is, errors included.
    picture: async (document) => renderPicture(document),
    close: () => Promise.resolve(),
  };
}
