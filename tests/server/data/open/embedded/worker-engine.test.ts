import { expect, test } from 'vitest';
import { WorkerEngine } from '#server/data/open/embedded/worker-engine.ts';

/** A thread that serves one after another, as the embedded database does, and whose copy holds it for a second. */
const SLOW_COPY = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ kind, id }) => {
    if (kind === 'close') process.exit(0);
    if (kind === 'copy') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    parentPort.postMessage({ kind: 'answer', id, bytes: new Uint8Array([id]) });
  });
  parentPort.postMessage({ kind: 'open' });`;

test('a statement behind a slow copy is answered after it: its time begins when the copy has ended', async () => {
  const engine = new WorkerEngine(new URL(`data:text/javascript,${encodeURIComponent(SLOW_COPY)}`), { dataDir: 'none' });
  await engine.open();
  const copied = engine.copyTo('elsewhere');
  // The message of the copy goes out once the engine is known to be open.
  await Promise.resolve();
  await new Promise(setImmediate);
  const answers = await Promise.all([
    engine.exchange(new Uint8Array([1]), 300),
    engine.exchange(new Uint8Array([2]), 300),
    copied,
  ]);
  expect(answers.slice(0, 2)).toEqual([new Uint8Array([2]), new Uint8Array([3])]);
  await engine.close();
});
