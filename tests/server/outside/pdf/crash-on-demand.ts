import { parentPort } from 'node:worker_threads';
import type { PdfTask } from '#server/outside/pdf/pool.ts';
import type { ThreadTask } from '#server/outside/work-thread.ts';

parentPort?.on('message', ({ task: { document } }: ThreadTask<PdfTask>) => {
  if (document.title === 'CRASH') process.exit(1);
  while (document.title === 'HANG');
});
