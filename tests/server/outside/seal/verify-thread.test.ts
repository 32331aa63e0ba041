import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Sealer } from '#server/outside/seal/sealer.ts';
import { openVerifyThread, type VerifyThread } from '#server/outside/seal/verify-thread.ts';
import { Busy, type WorkThreadOptions } from '#server/outside/work-thread.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';
import { demoSealer } from './sealed-demo.ts';

/** Nine megabytes of places that look like a signature's until they are read. */
const HOSTILE = Buffer.from(`%PDF-${'/ByteRange '.repeat(850_000)}`);
const SMALL_HOSTILE = HOSTILE.subarray(0, 200_000);

let built: TestBuild;
const opened: VerifyThread[] = [];

beforeAll(async () => {
  built = await buildForTests({ 'verify-worker': 'tests/server/outside/seal/crashing-verify-worker.ts' });
  return () => built.remove();
}, 60_000);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((thread) => thread.close()));
});

async function sealerInThread(options: Partial<WorkThreadOptions> = {}): Promise<Sealer> {
  const thread = openVerifyThread({ workerUrl: built.url('verify-worker'), ...options });
  opened.push(thread);
  return demoSealer({ verify: (...file) => thread.verify(...file) });
}

/** Runs the work. @returns how often others had their turn meanwhile */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const turn = setInterval(() => (turns += 1), 1);
  await work.finally(() => clearInterval(turn));
  return turns;
}

test('a hostile file of nine megabytes is answered while all others have their turn', async () => {
  const sealer = await sealerInThread();
  // The thread is open.
  await sealer.verify(Buffer.from('hello'));
  expect(await turnsDuring(sealer.verify(HOSTILE))).toBeGreaterThan(20);
  const inCallersThread = await demoSealer();
  expect(await turnsDuring(inCallersThread.verify(HOSTILE))).toBe(0);
  expect(await sealer.verify(HOSTILE)).toEqual(await inCallersThread.verify(HOSTILE));
});

test('ten files at once are each answered with their own verdict, one after another', async () => {
  const sealer = await sealerInThread();
  const { bytes } = await sealer.seal(renderPdf(demoDocument()), 'Sealed');
  const altered = Buffer.concat([bytes, Buffer.from('\n% more\n')]);
  const order: number[] = [];
  const files = Array.from({ length: 10 }, (_, index) => [bytes, altered, SMALL_HOSTILE][index % 3] ?? bytes);
  const verdicts = await Promise.all(
    files.map(async (file, index) => {
      const { state } = await sealer.verify(file);
      order.push(index);
      return state;
    }),
  );
  expect(verdicts).toEqual(files.map((file) => (file === bytes ? 'VALID' : file === altered ? 'ALTERED' : 'UNKNOWN')));
  expect(order).toEqual([...files.keys()]);
});

test('more files than may wait are refused as busy at once, and the waiting ones are still answered', async () => {
  const sealer = await sealerInThread({ maxQueued: 2 });
  const accepted = [sealer.verify(SMALL_HOSTILE), sealer.verify(SMALL_HOSTILE)];
  await expect(sealer.verify(SMALL_HOSTILE)).rejects.toThrow(Busy);
  expect((await Promise.all(accepted)).map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN']);
});

test.each(rowsOf(['CRASH', 'HANG']))(
  'a file that ends the thread (%s) is refused as busy, and the next one is answered',
  async (file) => {
    const sealer = await sealerInThread({ timeoutMs: 3000 });
    const lost = sealer.verify(Buffer.from(file));
    const waiting = sealer.verify(Buffer.from('hello'));
    await expect(lost).rejects.toThrow(Busy);
    expect(await waiting).toMatchObject({ state: 'UNKNOWN' });
  },
);
