import { parentPort } from 'node:worker_threads';
import type { ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import type { PdfResult, PdfTask } from './pool.ts';
import { renderPicture } from './typst.ts';
import { wholePdf } from './whole-pdf.ts';

/** Draws one document after the other: the compiler gets the next one after the last was sent. */
parentPort?.on('message', (task: ThreadTask<PdfTask>) => void answer(task));

async function answer({ id, task }: ThreadTask<PdfTask>): Promise<void> {
  const result = await draw(task);
  const answer: ThreadResult<PdfResult> = { id, result };
  parentPort?.postMessage(answer, 'bytes' in result ? [result.bytes.buffer] : []);
}

async function draw({ document, format }: PdfTask): Promise<PdfResult & { bytes?: Uint8Array<ArrayBuffer> }> {
  try {
    // A copy of its own, so that it can be handed over instead of cloned.
    return { bytes: new Uint8Array(format === 'PDF' ? await wholePdf(document) : renderPicture(document)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'The document could not be drawn.' };
  }
}
