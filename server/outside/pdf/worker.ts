import { parentPort } from 'node:worker_threads';
import type { ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import type { PdfResult, PdfTask } from './pool.ts';
import { UnshowableText } from './coverage.ts';
import { renderPdf, renderPicture } from './typst.ts';

/** Draws one document after the other: the compiler gets the next one after the last was sent. */
parentPort?.on('message', ({ id, task }: ThreadTask<PdfTask>) => {
  const result = draw(task);
  const answer: ThreadResult<PdfResult> = { id, result };
  parentPort?.postMessage(answer, 'bytes' in result ? [result.bytes.buffer] : []);
});

function draw({ document, format }: PdfTask): PdfResult & { bytes?: Uint8Array<ArrayBuffer> } {
  try {
    // A copy of its own, so that it can be handed over instead of cloned.
    return { bytes: new Uint8Array(format === 'PDF' ? renderPdf(document) : renderPicture(document)) };
  } catch (error) {
    if (error instanceof UnshowableText) return { unshowable: error.characters };
    return { failed: error instanceof Error ? error.message : 'The document could not be drawn.' };
  }
}
