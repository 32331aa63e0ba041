import { parentPort } from 'node:worker_threads';
import type { SealTask } from '#server/outside/seal/verify-thread.ts';
import type { ThreadTask } from '#server/outside/work-thread.ts';

parentPort?.on('message', ({ task: { bytes } }: ThreadTask<SealTask>) => {
  const startsWith = (word: string) => Buffer.from(bytes.subarray(0, word.length)).toString() === word;
  if (startsWith('CRASH')) process.exit(1);
  while (startsWith('HANG'));
});
