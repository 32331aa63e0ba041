import { expect, test } from 'vitest';
import { isInOrder, oldestFailed } from '#src/screens/status/in-order.ts';

const NOW = Date.UTC(2026, 0, 5, 9);
const read = (change = {}) => ({ isError: false, isPaused: false, dataUpdatedAt: NOW - 60_000, ...change });
const nothing = [[], [], []];

test('the server is in order only while everything was read just now and nothing was found', () => {
  const inOrder = (readings: ReturnType<typeof read>[], found: readonly (readonly unknown[] | undefined)[] = nothing) =>
    isInOrder({ readings, found }, NOW);
  expect(inOrder([read(), read()])).toBe(true);
  expect(inOrder([read(), read({ isError: true })])).toBe(false);
  expect(inOrder([read(), read({ isPaused: true })])).toBe(false);
  expect(inOrder([read({ dataUpdatedAt: NOW - 300_000 }), read()])).toBe(false);
  expect(inOrder([read(), read()], [[], ['a mail'], []])).toBe(false);
  expect(inOrder([read(), read()], [[], undefined, undefined])).toBe(false);
});

test('of readings that failed the oldest answer tells how old the screen is', () => {
  const old = read({ isError: true, dataUpdatedAt: NOW - 900_000 });
  expect(oldestFailed([read({ isError: true }), old, read({ isError: true, dataUpdatedAt: 0 })])).toBe(old);
  expect(oldestFailed([read(), read()])).toBeUndefined();
});
