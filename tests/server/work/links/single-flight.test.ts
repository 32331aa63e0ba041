import { expect, test } from 'vitest';
import { singleFlight } from '#server/work/links/single-flight.ts';

test('equal work at the same time runs once, other work and later work anew', async () => {
  const run = singleFlight<number>();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let runs = 0;
  const work = async () => {
    runs += 1;
    await ended;
    return runs;
  };
  const both = [run('a', work), run('a', work), run('b', work)];
  expect(runs).toBe(2);
  end();
  expect(await Promise.all(both)).toEqual([2, 2, 2]);
  expect(await run('a', work)).toBe(3);
});

test('an error goes to all who waited, and the next one tries anew', async () => {
  const run = singleFlight<string>();
  const failing = async () => {
    await Promise.resolve();
    throw new Error('not now');
  };
  const both = await Promise.allSettled([run('a', failing), run('a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await run('a', async () => 'now')).toBe('now');
});
