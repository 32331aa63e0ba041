import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './blocks.ts';
import { UnshowableText } from './coverage.ts';
import { PdfNotDrawn } from './pdf-not-drawn.ts';

export type Pdf = {
  /**
   * Draws a document as PDF/A-3a.
   *
   * @throws Busy when too many documents wait
   * @throws UnshowableText when a character is in none of the fonts
   * @throws PdfNotDrawn when the template fails, or the drawing thread dies under it
   */
  render(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type PdfQuestion = { id: number; document: PdfDocument };
export type PdfAnswer = { id: number } & ({ bytes: Uint8Array } | { unshowable: readonly string[] } | { failed: string });

/** Thrown when too many documents wait: the caller retries later. */
export class Busy extends Error {
  override name = 'Busy';
}

export type PdfOptions = {
  /** The bundled `worker.ts`. */
  workerUrl: URL;
  /** Documents that may wait or be drawn at once. */
  maxQueued: number;
  /** A document that takes longer loses its thread; 30,000 ms when absent. */
  timeoutMs?: number;
};

type Job = PdfQuestion & { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

/** Opens a thread that draws one document at a time. A thread that dies fails its document and a new one takes over. */
export function openPdf({ workerUrl, maxQueued, timeoutMs = 30_000 }: PdfOptions): Pdf {
  const waiting: Job[] = [];
  let current: Job | undefined;
  let worker: Worker | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const started = new Worker(workerUrl);
    // An idle thread does not keep the process alive; a document being drawn does.
    started.unref();
    started.on('message', (answer: PdfAnswer) => settle(answer));
    started.on('error', () => void started.terminate());
    started.on('exit', () => lose(started));
    return started;
  }

  function next(): void {
    if (current || closed) return;
    current = waiting.shift();
    if (!current) {
      worker?.unref();
      return;
    }
    const drawing = (worker ??= start());
    drawing.ref();
    watchdog = setTimeout(() => void drawing.terminate(), timeoutMs);
    drawing.postMessage({ id: current.id, document: current.document } satisfies PdfQuestion);
  }

  function settle(answer: PdfAnswer): void {
    if (answer.id !== current?.id) return;
    const { resolve, reject } = current;
    current = undefined;
    clearTimeout(watchdog);
    if ('bytes' in answer) resolve(answer.bytes);
    else reject('unshowable' in answer ? new UnshowableText(answer.unshowable) : new PdfNotDrawn(answer.failed));
    next();
  }

  function lose(lost: Worker): void {
    if (worker !== lost) return;
    worker = undefined;
    clearTimeout(watchdog);
    const job = current;
    current = undefined;
    job?.reject(new PdfNotDrawn('The drawing thread stopped while it drew this document.'));
    next();
  }

  return {
    render: (document) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new PdfNotDrawn('The drawing thread is closed.'));
        if (waiting.length + (current ? 1 : 0) >= maxQueued) return reject(new Busy('Too many documents wait to be drawn.'));
        // A copy, so that later changes of the object do not reach a waiting document.
        waiting.push({ id: ++lastId, document: structuredClone(document), resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new PdfNotDrawn('The drawing thread is closed.'));
      await worker?.terminate();
    },
  };
}
