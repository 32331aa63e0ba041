import { parentPort } from 'node:worker_threads';
import type { ThreadProgress, ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import { readImport, type ImportTask, type ImportVerdict } from './read-import.ts';

parentPort?.on('message', (question: ThreadTask<ImportTask>) => void answer(question));

async function answer({ id, task }: ThreadTask<ImportTask>): Promise<void> {
  // The start of the thread is not the file's time.
  parentPort?.postMessage({ id } satisfies ThreadProgress);
  const result = await readImport(task);
  parentPort?.postMessage({ id, result } satisfies ThreadResult<ImportVerdict>);
}
