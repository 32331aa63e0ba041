import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScanThread, type ScanThread } from '#server/outside/scan/scan-thread.ts';
import { Busy } from '#server/outside/work-thread.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';
import { buildJpeg } from './build-picture.ts';

let built: TestBuild;
let thread: ScanThread;

beforeAll(async () => {
  built = await buildForTests({ 'scan-worker': 'tests/server/outside/scan/crashing-scan-worker.ts' });
  thread = openScanThread({ workerUrl: built.url('scan-worker'), maxQueued: 2, timeoutMs: 3000 });
}, 60_000);
afterAll(async () => {
  await thread.close();
  built.remove();
});

test.each(rowsOf(['CRASH', 'THROW', 'HANG']))(
  'a file that ends the thread (%s) is refused, and the next one is taken',
  async (file) => {
    const lost = thread.inspect([Buffer.from(file)]);
    const next = thread.inspect([buildJpeg()]);
    expect(await lost).toEqual({ ok: false, reason: 'TOO_SLOW' });
    expect(await next).toMatchObject({ ok: true, pages: [{ codes: [] }] });
  },
);

test('more scans than may wait are refused as busy at once, and the waiting ones are still inspected', async () => {
  const accepted = [thread.inspect([buildJpeg()]), thread.inspect([Buffer.from('hello')])];
  await expect(thread.inspect([buildJpeg()])).rejects.toThrow(Busy);
  expect((await Promise.all(accepted)).map(({ ok }) => ok)).toEqual([true, false]);
});

test('pages that are looked at take few places: of many the rest are refused as busy, and an upload still finds one', async () => {
  const roomy = openScanThread({ workerUrl: built.url('scan-worker'), timeoutMs: 3000 });
  const drawing = { file: Buffer.from('no PDF'), index: 0, look: 'COLOUR' } as const;
  const shown = [roomy.showPage(drawing), roomy.showPage(drawing)];
  await expect(roomy.showPage(drawing)).rejects.toThrow(Busy);
  const others = [roomy.drawPage(drawing), roomy.inspect([buildJpeg()])];
  expect((await Promise.all([...shown, ...others])).map(({ ok }) => ok)).toEqual([false, false, false, true]);
  expect(await roomy.showPage(drawing)).toEqual({ ok: false, reason: 'DAMAGED' });
  await roomy.close();
});
