import { openWorkThread, ThreadLost } from '#server/outside/work-thread.ts';
import type { PdfDocument } from './blocks.ts';
import { PdfNotDrawn } from './pdf-not-drawn.ts';

export type Pdf = {
  /**
   * Draws a document as PDF/A-3a.
   *
   * @throws Busy when too many documents wait
   * @throws PdfNotDrawn when the template fails, or the drawing thread dies under it
   */
  render(document: PdfDocument): Promise<Uint8Array>;
  /** Draws the pages of a document as one SVG, each below the one before. @throws as {@link Pdf.render} */
  picture(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type PdfTask = { readonly document: PdfDocument; readonly format: 'PDF' | 'SVG' };

export type PdfResult = { bytes: Uint8Array } | { failed: string };

export type PdfOptions = {
  /** The bundled `worker.ts`. */
  workerUrl: URL;
  /** Documents that may wait or be drawn at once. */
  maxQueued: number;
  /** A document that takes longer loses its thread; 30,000 ms when absent. */
  timeoutMs?: number;
};

/** Opens a thread that draws one document at a time. */
export function openPdfPool({ workerUrl, maxQueued, timeoutMs = 30_000 }: PdfOptions): Pdf {
  const thread = openWorkThread<PdfTask, PdfResult>({ workerUrl, maxQueued, timeoutMs });
  const draw = async (task: PdfTask) => {
    const result = await thread.run(task).catch((error: unknown) => {
      throw error instanceof ThreadLost ? new PdfNotDrawn('The drawing thread stopped before the document was drawn.') : error;
    });
    if ('bytes' in result) return result.bytes;
    throw new PdfNotDrawn(result.failed);
  };
  return {
    render: (document) => draw({ document, format: 'PDF' }),
    picture: (document) => draw({ document, format: 'SVG' }),
    close: () => thread.close(),
  };
}
