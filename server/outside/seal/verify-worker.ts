import { parentPort } from 'node:worker_threads';
import type { ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import type { SealTask } from './verify-thread.ts';
import { verifySealed } from './verify-archive.ts';
import type { SealVerdict } from './verify.ts';

parentPort?.on('message', (question: ThreadTask<SealTask>) => void answer(question));

async function answer({ id, task: { bytes, trusted, ...around } }: ThreadTask<SealTask>): Promise<void> {
  const result = await verifySealed(bytes, trusted, around);
  parentPort?.postMessage({ id, result } satisfies ThreadResult<SealVerdict>);
}
