import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll } from 'vitest';
import { countWork } from '#tests/support/checks/cpu-time.ts';
import { openImportThread, type ImportThread } from '#server/outside/import/import-thread.ts';
import type { TestApp } from './app.ts';
import { buildForTests, type TestBuild } from './server-build.ts';

/** Lets an app read its imports in a thread of its own, as the product does, for all tests of one file. */
export function useImportThread(app: TestApp): void {
  let built: TestBuild;
  let thread: ImportThread;
  beforeAll(async () => {
    built = await buildForTests({ 'import-worker': 'server/outside/import/import-worker.ts' });
    thread = openImportThread({ workerUrl: built.url('import-worker') });
    app.deps.imports = thread;
  }, 60_000);
  afterAll(async () => {
    await thread.close();
    built.remove();
  });
}

/** Runs one act, and measures it. @returns its result, how long it took, its work and the longest hold of the event loop, in ms */
export async function measured<T>(act: () => Promise<T>): Promise<{ result: T; ms: number; workMs: number; held: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const worked = countWork();
  const from = performance.now();
  const result = await act();
  const ms = performance.now() - from;
  const workMs = worked();
  delay.disable();
  return { result, ms, workMs, held: delay.max / 1e6 };
}

type Measured = { readonly ms: number; readonly held: number };

/** Prints what an import took, in time and memory. */
export function printImport(
  kind: string,
  { rows, bytes, read, write }: { rows: number; bytes: number; read: Measured; write: Measured },
) {
  const words = ({ ms, held }: Measured) => `${Math.round(ms)} ms (loop held ${Math.round(held)} ms)`;
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
  process.stdout.write(
    `${kind}, ${rows} rows, ${Math.round(bytes / 1024)} kB: read and compared in ${words(read)}, written in ${words(write)}, ${memory} MiB resident\n`,
  );
}
