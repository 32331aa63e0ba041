import { parentPort } from 'node:worker_threads';
import type { ThreadProgress, ThreadResult, ThreadTask } from '#server/outside/work-thread.ts';
import { inspectScan } from './inspect-scan.ts';
import { inspectLogo, type LogoVerdict } from './logo-picture.ts';
import { limitWasmMemory } from './wasm-memory.ts';
import type { ScanTask, ScanVerdict } from './scan-thread.ts';

limitWasmMemory();
// The modules write of each file that breaks them: uploads do not fill the log.
Object.assign(console, { log: ignore, warn: ignore, error: ignore });

function ignore(): void {}

parentPort?.on('message', (question: ThreadTask<ScanTask>) => void answer(question));

async function answer({ id, task }: ThreadTask<ScanTask>): Promise<void> {
  const onProgress = () => parentPort?.postMessage({ id } satisfies ThreadProgress);
  // The start of the thread is not the file's time.
  onProgress();
  const result = 'logo' in task ? await inspectLogo(task.logo) : await inspectScan(task.files, onProgress);
  parentPort?.postMessage({ id, result } satisfies ThreadResult<ScanVerdict | LogoVerdict>);
}
