import type { Pdf } from '#server/outside/pdf/pool.ts';
import { renderPicture } from '#server/outside/pdf/typst.ts';
import { wholePdf } from '#server/outside/pdf/whole-pdf.ts';

/** Renders in the calling thread: the twin of the pool of worker threads that server tests run with. */
export function openPdfInProcess(): Pdf {
  return {
    render: wholePdf,
    // Asynchronous as the threaded one is, errors included.
    picture: async (document) => renderPicture(document),
    close: () => Promise.resolve(),
  };
}
