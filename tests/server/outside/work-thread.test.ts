import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Busy, openWorkThread, ThreadLost, type WorkThread, type WorkThreadOptions } from '#server/outside/work-thread.ts';

/** Takes a number of steps of 100 ms, and posts its progress after each when it is to. Answers with the number of its thread. */
const STEPS = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ id, task: { steps, isPosting } }) => {
  for (let step = 0; step < steps; step++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (isPosting) parentPort.postMessage({ id });
  }
  parentPort.postMessage({ id, result: threadId });
});`;

type Task = { steps: number; isPosting?: boolean };
const opened: WorkThread<Task, number>[] = [];

function open(options: Partial<WorkThreadOptions>): WorkThread<Task, number> {
  const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(STEPS)}`);
  const thread = openWorkThread<Task, number>({ workerUrl, maxQueued: 9, timeoutMs: 5000, ...options });
  opened.push(thread);
  return thread;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thread) => thread.close()));
});

test('a thread is replaced after its number of tasks, also while others wait', async () => {
  const thread = open({ tasksPerThread: 2 });
  const [first, second, third, fourth] = await Promise.all(Array.from({ length: 4 }, () => thread.run({ steps: 0 })));
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).toBe(third);
});

test('a thread without a task is ended after its time, and one that is used is not', async () => {
  const thread = open({ idleMs: 300 });
  const first = await thread.run({ steps: 0 });
  expect(await thread.run({ steps: 5 })).toBe(first);
  await wait(1000);
  expect(await thread.run({ steps: 0 })).not.toBe(first);
});

test('a long task loses its thread unless it posts its progress', async () => {
  const thread = open({ timeoutMs: 1000 });
  expect(await thread.run({ steps: 15, isPosting: true })).toBeTypeOf('number');
  await expect(thread.run({ steps: 15 })).rejects.toThrow(ThreadLost);
});

test('a task that waits too long for its turn is refused, and the ones before and after are done', async () => {
  const thread = open({ waitMs: 300 });
  const first = thread.run({ steps: 8 });
  await expect(thread.run({ steps: 0 })).rejects.toThrow(Busy);
  expect(await first).toBeTypeOf('number');
  expect(await thread.run({ steps: 0 })).toBeTypeOf('number');
});
