import { parentPort } from 'node:worker_threads';
import type { PdfAnswer, PdfQuestion } from './pool.ts';
import { UnshowableText } from './coverage.ts';
import { renderPdf } from './typst.ts';

/** Draws one document after the other: the compiler gets the next one after the last was sent. */
parentPort?.on('message', ({ id, document }: PdfQuestion) => {
  const answer = draw(id, document);
  parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
});

function draw(id: number, document: PdfQuestion['document']): PdfAnswer & { bytes?: Uint8Array<ArrayBuffer> } {
  try {
    // A copy of its own, so that it can be handed over instead of cloned.
    return { id, bytes: new Uint8Array(renderPdf(document)) };
  } catch (error) {
    if (error instanceof UnshowableText) return { id, unshowable: error.characters };
    return { id, failed: error instanceof Error ? error.message : 'The document could not be drawn.' };
  }
}
