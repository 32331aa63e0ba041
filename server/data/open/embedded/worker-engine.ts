import { Worker } from 'node:worker_threads';
import type { Engine } from './engine-stream.ts';
import { DatabaseInterrupted, DatabaseUnusable } from '#server/data/open/errors.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };
type Running = {
  readonly worker: Worker;
  readonly opened: Promise<void>;
  readonly waiting: Map<number, Waiting>;
  readonly gone: Promise<void>;
};

/** How long a close may take before the worker is ended; a commit is on the disk before it is answered, so nothing is lost. */
const closeMs = 5_000;

/** The embedded database in its own thread. A thread that died, or had to be ended, is opened again by the next `open`. */
export class WorkerEngine implements Engine {
  readonly #workerUrl: URL;
  readonly #start: WorkerStart;
  #running: Running | undefined;
  #ending: Promise<void> | undefined;
  #closed = false;
  #nextId = 1;
  /** Settles when no copy is being made any more: a copy holds the worker, and no statement's time runs meanwhile. */
  #copying: Promise<unknown> = Promise.resolve();

  constructor(workerUrl: URL, start: WorkerStart) {
    this.#workerUrl = workerUrl;
    this.#start = start;
  }

  async open(): Promise<void> {
    if (this.#closed) throw new DatabaseInterrupted('57P01', 'The database has been closed.');
    // The next worker may touch the folder only when the last one is gone.
    await this.#ending;
    this.#running ??= this.#startWorker();
    await this.#running.opened;
  }

  async exchange(request: Uint8Array, limitMs: number): Promise<Uint8Array> {
    const { running, id, answer } = this.#wait();
    let overTime: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const startTime = (): void => {
      if (isAnswered) return;
      overTime = setTimeout(() => {
        const error = new DatabaseInterrupted('57014', 'The database took too long over a statement and was interrupted.');
        this.#abandon(running, error);
      }, limitMs);
    };
    void this.#copying.then(startTime);
    // A copy of its own can be handed over whole; a Buffer may share its memory with others.
    const bytes = Uint8Array.from(request);
    const message: ToWorker = { kind: 'exchange', id, bytes };
    running.worker.postMessage(message, [bytes.buffer]);
    return answer.finally(() => {
      isAnswered = true;
      clearTimeout(overTime);
    });
  }

  /** Copies the files of the database into a folder, after what is running. @throws DatabaseUnusable when they cannot be copied */
  async copyTo(folder: string): Promise<void> {
    await this.open();
    const { running, id, answer } = this.#wait();
    const message: ToWorker = { kind: 'copy', id, folder };
    running.worker.postMessage(message);
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    this.#copying = Promise.all([this.#copying, settled]);
    await answer;
  }

  /** Ends the worker after what it is doing; safe to call twice. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#running;
    if (!running) return;
    const message: ToWorker = { kind: 'close' };
    running.worker.postMessage(message);
    const end = setTimeout(() => void running.worker.terminate(), closeMs);
    await running.gone;
    clearTimeout(end);
  }

  /** Ends the worker now, as a crash would; for a folder that another process has taken. */
  async stop(reason: string): Promise<void> {
    this.#closed = true;
    const running = this.#running;
    if (!running) return;
    this.#abandon(running, new DatabaseInterrupted('57P01', reason));
    await running.gone;
  }

  #wait(): { running: Running; id: number; answer: Promise<Uint8Array> } {
    const running = this.#running;
    if (!running) throw new DatabaseInterrupted('57P01', 'The database has stopped. It is opened again for the next request.');
    const id = this.#nextId++;
    const answer = new Promise<Uint8Array>((resolve, reject) => running.waiting.set(id, { resolve, reject }));
    return { running, id, answer };
  }

  #startWorker(): Running {
    const worker = new Worker(this.#workerUrl, { workerData: this.#start });
    const waiting = new Map<number, Waiting>();
    const opened = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'open') resolve();
        else if (message.kind === 'refused') reject(refusal(message));
        else if (message.kind === 'answer') settle(waiting, message.id)?.resolve(message.bytes);
        else if (message.kind === 'notCopied')
          settle(waiting, message.id)?.reject(new DatabaseUnusable(`The database could not be copied: ${message.message}`));
        else this.#abandon(running, new DatabaseInterrupted('57P01', `The database stopped: ${message.message}`));
      });
      worker.once('error', (error) =>
        this.#abandon(running, new DatabaseInterrupted('57P01', `The database stopped: ${error.message}`)),
      );
      worker.once('exit', () => {
        const error = new DatabaseInterrupted('57P01', 'The database stopped. It is opened again for the next request.');
        reject(error);
        this.#abandon(running, error);
      });
    });
    const gone = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
    const running: Running = { worker, opened, waiting, gone };
    return running;
  }

  #abandon(running: Running, error: DatabaseInterrupted): void {
    void running.worker.terminate();
    for (const id of running.waiting.keys()) settle(running.waiting, id)?.reject(error);
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#ending = running.gone;
  }
}

function settle(waiting: Map<number, Waiting>, id: number): Waiting | undefined {
  const one = waiting.get(id);
  waiting.delete(id);
  return one;
}

const PUT_BACK =
  'Keep its folder, DATA_DIR/database, under another name, and put the newest backup back: “npm run restore -- FOLDER-OF-THE-BACKUP” with an empty DATA_DIR (docs/operations.md, section 7).';

function refusal({ name, message }: { name: string; message: string }): Error {
  return name === 'DatabaseUnusable'
    ? new DatabaseUnusable(message)
    : new DatabaseUnusable(`The embedded database could not be opened: ${message}. ${PUT_BACK}`);
}
