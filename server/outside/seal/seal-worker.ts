import { parentPort } from 'node:worker_threads';
import type { ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import { reserveGap, type GapTask } from './reserve-gap.ts';
import type { GapResult } from './seal-thread.ts';

parentPort?.on('message', (question: ThreadTask<GapTask>) => void answer(question));

async function answer({ id, task }: ThreadTask<GapTask>): Promise<void> {
  const result: GapResult = await reserveGap(task).then(
    (bytes) => ({ bytes: new Uint8Array(bytes) }),
    (error: unknown) => ({ failed: error instanceof Error ? error.name : typeof error }),
  );
  parentPort?.postMessage({ id, result } satisfies ThreadResult<GapResult>, 'bytes' in result ? [result.bytes.buffer] : []);
}
