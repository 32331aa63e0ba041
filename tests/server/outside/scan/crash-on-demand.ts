import { parentPort } from 'node:worker_threads';
import type { ScanTask } from '#server/outside/scan/scan-thread.ts';
import type { ThreadTask } from '#server/outside/work-thread.ts';

parentPort?.on('message', ({ task }: ThreadTask<ScanTask>) => {
  const startsWith = (word: string) => Buffer.from(fileOf(task)?.subarray(0, word.length) ?? []).toString() === word;
  if (startsWith('CRASH')) process.exit(1);
  if (startsWith('THROW')) throw new Error('A decoder failed.');
  while (startsWith('HANG'));
});

function fileOf(task: ScanTask): Uint8Array | undefined {
  if ('logo' in task) return task.logo;
  if ('drawing' in task) return task.drawing.file;
  return 'attachment' in task ? task.attachment : task.files[0];
}
