import {
  openWorkThread,
  TASKS_PER_THREAD,
  THREAD_IDLE_MOST,
  ThreadLost,
  type WorkThreadOptions,
} from '#server/outside/work-thread.ts';
import type { ImportTask, ImportVerdict } from './read-import.ts';

export type ImportThread = {
  /**
   * Reads an imported file in a thread of its own, one at a time. A file that ends or stalls the thread is refused.
   *
   * @throws Busy when too many files wait, or this one waited too long
   */
  read(task: ImportTask): Promise<ImportVerdict>;
  close(): Promise<void>;
};

/** Files that may wait at once, so that they do not fill the memory. */
const WAITING_IMPORTS_MOST = 5;
/** The longest wait for the files before, ms (interop §1). */
const IMPORT_WAIT_MOST = 5000;
/** The longest reading of one file, ms (interop §1). */
const READING_MOST = 10_000;
/** The thread's heap, MiB (interop §1); unpacked workbooks are outside of it, within limits of their own. */
const IMPORT_HEAP_MOST = 256;

/** @param options - `workerUrl`: the bundled `import-worker.ts` */
export function openImportThread({
  workerUrl,
  ...options
}: Pick<WorkThreadOptions, 'workerUrl'> & Partial<WorkThreadOptions>): ImportThread {
  const thread = openWorkThread<ImportTask, ImportVerdict>({
    workerUrl,
    maxQueued: WAITING_IMPORTS_MOST,
    waitMs: IMPORT_WAIT_MOST,
    timeoutMs: READING_MOST,
    tasksPerThread: TASKS_PER_THREAD,
    idleMs: THREAD_IDLE_MOST,
    resourceLimits: { maxOldGenerationSizeMb: IMPORT_HEAP_MOST },
    ...options,
  });
  return {
    read: (task) =>
      thread.run(task).catch((error: unknown) => {
        if (error instanceof ThreadLost) return { ok: false, reason: 'TOO_SLOW' };
        throw error;
      }),
    close: () => thread.close(),
  };
}
