import { expect, test } from 'vitest';
import { createSerialRunner } from '#src/device/serial-runner.ts';

test('tasks run one after another, also after one that failed', async () => {
  const { run, settled } = createSerialRunner();
  const steps: string[] = [];
  let release = () => {};
  const first = run(async () => {
    steps.push('first begins');
    await new Promise<void>((resolve) => (release = resolve));
    steps.push('first ends');
    throw new Error('Demo failure');
  });
  const second = run(async () => {
    steps.push('second');
    return 2;
  });
  const failure = first.catch((reason: unknown) => reason);
  await expect.poll(() => steps).toEqual(['first begins']);
  release();
  expect(await failure).toEqual(new Error('Demo failure'));
  expect(await second).toBe(2);
  expect(steps).toEqual(['first begins', 'first ends', 'second']);
  const third = run(() => Promise.reject(new Error('Demo failure'))).catch((reason: unknown) => reason);
  await settled();
  expect(await third).toEqual(new Error('Demo failure'));
});
