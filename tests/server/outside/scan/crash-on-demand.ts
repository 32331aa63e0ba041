import { parentPort } from 'node:worker_threads';
import type { ScanTask } from '#server/outside/scan/scan-thread.ts';
import type { ThreadTask } from '#server/outside/work-thread.ts';

parentPort?.on('message', ({ task }: ThreadTask<ScanTask>) => {
  const files = 'logo' in task ? [task.logo] : 'attachment' in task ? [task.attachment] : task.files;
  const startsWith = (word: string) => Buffer.from(files[0]?.subarray(0, word.length) ?? []).toString() === word;
  if (startsWith('CRASH')) process.exit(1);
  if (startsWith('THROW')) throw new Error('A decoder failed.');
  while (startsWith('HANG'));
});
