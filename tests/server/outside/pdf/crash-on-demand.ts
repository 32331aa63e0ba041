import { parentPort } from 'node:worker_threads';
import type { PdfQuestion } from '#server/outside/pdf/pool.ts';

parentPort?.on('message', ({ document }: PdfQuestion) => {
  if (document.title === 'CRASH') process.exit(1);
  while (document.title === 'HANG');
});
