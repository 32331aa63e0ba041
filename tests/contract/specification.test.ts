import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { SPECIFIED, STILL_MISSING } from './specification-calls.ts';

const table = Object.values<Call>(calls);

test('every call of the specification is served with its method and path, or stands on the list of those still missing', () => {
  const missing = SPECIFIED.filter(({ path }) => !table.some((entry) => entry.path === path)).map(({ path }) => path);
  expect(missing.toSorted()).toEqual(STILL_MISSING.toSorted());
});

test.each(SPECIFIED.filter(({ method, path }) => method !== null && !STILL_MISSING.includes(path)))(
  '$path is answered by $method',
  ({ method, path }) => {
    expect(table.filter((entry) => entry.path === path).map((entry) => entry.method)).toContain(method);
  },
);

test('the specification names each call once, and so does the table', () => {
  const named = SPECIFIED.map(({ path }) => path);
  expect(new Set(named).size).toBe(named.length);
  const served = table.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(served).size).toBe(served.length);
});
