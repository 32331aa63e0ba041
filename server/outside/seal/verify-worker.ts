import { parentPort } from 'node:worker_threads';
import type { ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import type { SealTask } from './verify-thread.ts';
import { verifySealed } from './verify-archive.ts';
import type { SealVerdict } from './verify.ts';

parentPort?.on('message', (question: ThreadTask<SealTask>) => void answer(question));

async function answer({ id, task }: ThreadTask<SealTask>): Promise<void> {
  const result = await verifySealed(task.bytes, task.trusted, task.stampRoots);
  parentPort?.postMessage({ id, result } satisfies ThreadResult<SealVerdict>);
}
