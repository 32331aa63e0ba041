import { afterAll, beforeAll } from 'vitest';
import { openScanThread, type ScanThread } from '#server/outside/scan/scan-thread.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';

/** Opens the bundled thread for the tests of a file. @returns the thread, once they run */
export function useScanThread(options: Omit<Parameters<typeof openScanThread>[0], 'workerUrl'> = {}): () => ScanThread {
  let built: TestBuild;
  let thread: ScanThread;
  beforeAll(async () => {
    built = await buildForTests({ 'scan-worker': 'server/outside/scan/scan-worker.ts' });
    thread = openScanThread({ workerUrl: built.url('scan-worker'), ...options });
  }, 60_000);
  afterAll(async () => {
    await thread.close();
    built.remove();
  });
  return () => thread;
}
