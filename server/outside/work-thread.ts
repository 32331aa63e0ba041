import { Worker } from 'node:worker_threads';

/** Work that would hold the calling thread: a worker thread does it, one task at a time. */
export type WorkThread<Task, Result> = {
  /**
   * Does a task when it is its turn. The task is copied at once, so that later changes of it do not reach the thread.
   *
   * @throws Busy when too many tasks wait
   * @throws ThreadLost when the thread dies under this task, takes too long over it, or is closed
   */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
};

export type ThreadTask<Task> = { id: number; task: Task };
export type ThreadResult<Result> = { id: number; result: Result };

/** Thrown when too many tasks wait: the caller retries later. */
export class Busy extends Error {
  override name = 'Busy';
}

/** Thrown when a task has no result because its thread is gone. */
export class ThreadLost extends Error {
  override name = 'ThreadLost';
}

export type WorkThreadOptions = {
  /** The bundled worker: for each `ThreadTask` it posts a `ThreadResult` of the same id. */
  workerUrl: URL;
  /** Tasks that may wait or be done at once. */
  maxQueued: number;
  /** A task that takes longer loses its thread, ms. */
  timeoutMs: number;
};

type Job<Task, Result> = ThreadTask<Task> & { resolve: (result: Result) => void; reject: (error: Error) => void };

/** Opens a thread with the first task. A thread that dies fails its own task, and a new one does the next. */
export function openWorkThread<Task, Result>(options: WorkThreadOptions): WorkThread<Task, Result> {
  const { workerUrl, maxQueued, timeoutMs } = options;
  const waiting: Job<Task, Result>[] = [];
  let current: Job<Task, Result> | undefined;
  let worker: Worker | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const started = new Worker(workerUrl);
    // An idle thread does not keep the process alive; a task that is being done does.
    started.unref();
    started.on('message', (answer: ThreadResult<Result>) => settle(answer));
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
    const working = (worker ??= start());
    working.ref();
    watchdog = setTimeout(() => void working.terminate(), timeoutMs);
    working.postMessage({ id: current.id, task: current.task } satisfies ThreadTask<Task>);
  }

  function settle({ id, result }: ThreadResult<Result>): void {
    if (id !== current?.id) return;
    const { resolve } = current;
    current = undefined;
    clearTimeout(watchdog);
    resolve(result);
    next();
  }

  function lose(lost: Worker): void {
    if (worker !== lost) return;
    worker = undefined;
    clearTimeout(watchdog);
    const job = current;
    current = undefined;
    job?.reject(new ThreadLost('The thread stopped during this task.'));
    next();
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ThreadLost('The thread is closed.'));
        if (waiting.length + (current ? 1 : 0) >= maxQueued) return reject(new Busy('Too many tasks wait for the thread.'));
        waiting.push({ id: ++lastId, task: structuredClone(task), resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new ThreadLost('The thread is closed.'));
      await worker?.terminate();
    },
  };
}
