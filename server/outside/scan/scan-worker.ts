import { parentPort } from 'node:worker_threads';
import type { ThreadProgress, ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import { inspectAttachment } from './inspect-attachment.ts';
import { inspectScan } from './inspect-scan.ts';
import { inspectLogo } from './logo-picture.ts';
import { drawScanPage } from './page-pictures.ts';
import { limitWasmMemory } from './wasm-memory.ts';
import type { ScanTask, TaskVerdict } from './scan-thread.ts';

limitWasmMemory();
// The modules write of each file that breaks them: uploads do not fill the log.
Object.assign(console, { log: ignore, warn: ignore, error: ignore });

function ignore(): void {}

parentPort?.on('message', (question: ThreadTask<ScanTask>) => void answer(question));

async function answer({ id, task }: ThreadTask<ScanTask>): Promise<void> {
  const onProgress = () => parentPort?.postMessage({ id } satisfies ThreadProgress);
  // The start of the thread is not the file's time.
  onProgress();
  parentPort?.postMessage({ id, result: await verdictOf(task, onProgress) } satisfies ThreadResult<TaskVerdict>);
}

async function verdictOf(task: ScanTask, onProgress: () => void): Promise<TaskVerdict> {
  if ('logo' in task) return inspectLogo(task.logo);
  if ('drawing' in task) return drawScanPage(task.drawing, onProgress);
  return 'attachment' in task ? inspectAttachment(task.attachment) : inspectScan(task.files, onProgress);
}
