import { expect, test } from 'vitest';
import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { retryUntilAnswered } from '#contract/engine/retry.ts';

const failed = (status: number) => new CallFailed(status, { message: 'The server’s own words', error: 'X' });

/** Runs work that ends, try by try, as told. @returns how long each wait was, ms */
async function waitsOf(...ends: readonly (Error | null)[]): Promise<number[]> {
  const waits: number[] = [];
  const left = [...ends];
  const work = () => {
    const end = left.shift() ?? null;
    return end === null ? Promise.resolve() : Promise.reject(end);
  };
  await retryUntilAnswered(work, (ms) => {
    waits.push(ms);
    return Promise.resolve();
  });
  expect(left).toEqual([]);
  return waits;
}

test('what nobody answers is said again, each time after a longer wait, and once answered no more', async () => {
  const silence = new Unreachable('no answer');
  expect(await waitsOf(null)).toEqual([]);
  expect(await waitsOf(silence, failed(503), failed(429), null)).toEqual([1000, 2000, 4000]);
  expect(Math.max(...(await waitsOf(...Array.from({ length: 12 }, () => silence), null)))).toBe(60_000);
});

test('a refusal is an answer', async () => {
  expect(await waitsOf(failed(401))).toEqual([]);
});

test('a fault of the page itself is not repeated', async () => {
  await expect(waitsOf(new TypeError('a mistake'))).rejects.toThrow('a mistake');
});
