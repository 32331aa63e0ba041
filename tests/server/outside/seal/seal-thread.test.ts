import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveGap, type GapTask } from '#server/outside/seal/reserve-gap.ts';
import { openSealThread, type SealThread } from '#server/outside/seal/seal-thread.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';
import { demoSealer } from './sealed-demo.ts';

let built: TestBuild;
let thread: SealThread;

beforeAll(async () => {
  built = await buildForTests({ 'seal-worker': 'server/outside/seal/seal-worker.ts' });
  thread = openSealThread({ workerUrl: built.url('seal-worker') });
}, 60_000);
afterAll(async () => {
  await thread.close();
  built.remove();
});

test('a document sealed by way of the thread is valid, and nothing but the signature is written in the calling thread', async () => {
  const tasks: GapTask[] = [];
  const sealer = await demoSealer({ reserve: (task) => (tasks.push(task), thread.reserveGap(task)) });
  const { bytes } = await sealer.seal(renderPdf(demoDocument()), 'Sealed');
  expect(await sealer.verify(bytes)).toMatchObject({ state: 'VALID' });
  // The key itself stays where it is.
  expect(tasks.map((task) => Object.keys(task).toSorted())).toEqual([['now', 'pdf', 'reason', 'room']]);
});

test('a file that is no PDF fails its own document, and the next one is prepared as before', async () => {
  const seen: GapTask[] = [];
  const sealer = await demoSealer({ reserve: (task) => (seen.push(task), reserveGap(task)) });
  await sealer.seal(renderPdf(demoDocument()), 'Sealed');
  const [task] = seen;
  if (task === undefined) throw new Error('nothing was sealed');
  await expect(thread.reserveGap({ ...task, pdf: Buffer.from('no PDF') })).rejects.toThrow('could not be written');
  expect((await thread.reserveGap(task)).length).toBe((await reserveGap(task)).length);
});
