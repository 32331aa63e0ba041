import { parentPort } from 'node:worker_threads';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import type { ThreadTask } from '#server/outside/work-thread.ts';

parentPort?.on('message', ({ task: document }: ThreadTask<PdfDocument>) => {
  if (document.title === 'CRASH') process.exit(1);
  while (document.title === 'HANG');
});
