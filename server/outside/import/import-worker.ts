import { parentPort } from 'node:worker_threads';
import type { ThreadProgress, ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import { readImport, type ImportTask, type ImportVerdict } from './read-import.ts';

parentPort?.on('message', (question: ThreadTask<ImportTask>) => answer(question));

function answer({ id, task }: ThreadTask<ImportTask>): void {
  // The start of the thread is not the file's time.
  parentPort?.postMessage({ id } satisfies ThreadProgress);
  const result = readImport(task);
  parentPort?.postMessage({ id, result } satisfies ThreadResult<ImportVerdict>);
}
