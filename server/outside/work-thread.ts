import { MINUTE } from '#domain/base/limits.ts';
import { Worker, type ResourceLimits } from 'node:worker_threads';

/** Memory that large files took is given back after so many tasks of one thread [choice]. */
export const TASKS_PER_THREAD = 20;
/** As {@link TASKS_PER_THREAD}, after this time without a task, ms [choice]. */
export const THREAD_IDLE_MOST = MINUTE;

/** Work that would hold the calling thread: a worker thread does it, one task at a time. */
export type WorkThread<Task, Result> = {
  /**
   * Does a task when it is its turn. The task is copied at once, so that later changes of it do not reach the thread.
   *
   * @throws Busy when too many tasks wait, or this one waited too long
   * @throws ThreadLost when the thread dies under this task, takes too long over it, or is closed
   */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
};

export type ThreadTask<Task> = { id: number; task: Task };
export type ThreadResult<Result> = { id: number; result: Result };
/** Posted by a worker in the middle of a long task: its time limit starts anew. */
export type ThreadProgress = { id: number };

/** Thrown when too many tasks wait: the caller retries later. */
export class Busy extends Error {
  override name = 'Busy';
}

/** Thrown when a task has no result because its thread is gone. */
export class ThreadLost extends Error {
  override name = 'ThreadLost';
}

export type WorkThreadOptions = {
  /** The bundled worker: for each `ThreadTask` it posts a `ThreadResult` of the same id, and any number of `ThreadProgress` before. */
  workerUrl: URL;
  /** Tasks that may wait or be done at once. */
  maxQueued: number;
  /** A task that takes longer, or longer since its last progress, loses its thread, ms. */
  timeoutMs: number;
  /** A task that waits longer for its turn is refused, ms. */
  waitMs?: number;
  /** A thread that has done so many tasks is replaced: memory that WebAssembly took is given back only with its thread. */
  tasksPerThread?: number;
  /** A thread without a task for so long is ended, ms. */
  idleMs?: number;
  resourceLimits?: ResourceLimits;
};

type Job<Task, Result> = ThreadTask<Task> & { resolve: (result: Result) => void; reject: (error: Error) => void };

/** Opens a thread with the first task. A thread that dies fails its own task, and a new one does the next. */
export function openWorkThread<Task, Result>(options: WorkThreadOptions): WorkThread<Task, Result> {
  const { maxQueued, timeoutMs, waitMs, tasksPerThread = Infinity, idleMs } = options;
  const waiting: Job<Task, Result>[] = [];
  let current: Job<Task, Result> | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;
  const thread = openThread<ThreadTask<Task>, ThreadResult<Result> | ThreadProgress>(options, {
    onMessage: (answer) => {
      if (answer.id !== current?.id) return;
      if ('result' in answer) settle(current, answer.result);
      else watchdog?.refresh();
    },
    onLost: () => {
      clearTimeout(watchdog);
      const job = current;
      current = undefined;
      job?.reject(new ThreadLost('The thread stopped during this task.'));
      next();
    },
  });

  function next(): void {
    if (current || closed) return;
    current = waiting.shift();
    if (!current) {
      if (thread.rest() && idleMs !== undefined) idle = setTimeout(() => thread.retire(), idleMs).unref();
      return;
    }
    clearTimeout(idle);
    const stop = thread.post({ id: current.id, task: current.task });
    watchdog = setTimeout(stop, timeoutMs);
  }

  function settle({ resolve }: Job<Task, Result>, result: Result): void {
    current = undefined;
    clearTimeout(watchdog);
    if (thread.tasksGiven() >= tasksPerThread) thread.retire();
    resolve(result);
    next();
  }

  function giveUp(job: Job<Task, Result>): void {
    const at = waiting.indexOf(job);
    if (at < 0) return;
    waiting.splice(at, 1);
    job.reject(new Busy('The task waited too long for the thread.'));
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ThreadLost('The thread is closed.'));
        if (waiting.length + (current ? 1 : 0) >= maxQueued) return reject(new Busy('Too many tasks wait for the thread.'));
        const job: Job<Task, Result> = { id: ++lastId, task: structuredClone(task), resolve, reject };
        waiting.push(job);
        next();
        if (waitMs !== undefined && job !== current) setTimeout(() => giveUp(job), waitMs).unref();
      }),
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new ThreadLost('The thread is closed.'));
      clearTimeout(idle);
      await thread.close();
    },
  };
}

/** The thread of the present: made with the first message, and anew after it was lost or retired. */
type Thread<Message> = {
  /** Gives it a task; meanwhile it keeps the process alive. @returns ends the thread that has it */
  post(message: Message): () => void;
  /** tasks that it was given */
  tasksGiven(): number;
  /** Lets the process end beside it. @returns whether there is one */
  rest(): boolean;
  /** Ends it between two tasks. */
  retire(): void;
  close(): Promise<void>;
};

type ThreadEvents<Answer> = { onMessage: (answer: Answer) => void; onLost: () => void };

function openThread<Message, Answer>(
  { workerUrl, resourceLimits }: Pick<WorkThreadOptions, 'workerUrl' | 'resourceLimits'>,
  { onMessage, onLost }: ThreadEvents<Answer>,
): Thread<Message> {
  const ending = new Set<Promise<number>>();
  let worker: Worker | undefined;
  let given = 0;

  function start(): Worker {
    given = 0;
    const started = new Worker(workerUrl, resourceLimits && { resourceLimits });
    // An idle thread does not keep the process alive; a task that is being done does.
    started.unref();
    started.on('message', onMessage);
    started.on('error', () => void started.terminate());
    started.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      onLost();
    });
    return started;
  }

  return {
    post(message) {
      const working = (worker ??= start());
      given += 1;
      working.ref();
      working.postMessage(message);
      return () => void working.terminate();
    },
    tasksGiven: () => given,
    rest() {
      worker?.unref();
      return worker !== undefined;
    },
    retire() {
      const ended = worker?.terminate();
      worker = undefined;
      if (!ended) return;
      ending.add(ended);
      void ended.finally(() => ending.delete(ended));
    },
    async close() {
      await Promise.all([worker?.terminate(), ...ending]);
    },
  };
}
