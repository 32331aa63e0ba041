import { readinessOf } from '#src/queries/ready/readiness.ts';
import { expect, test } from 'vitest';

const READY = { hasVault: true, isControlled: true, pulledAt: 1, hasReference: true };

test.each([
  ['everything is on it', {}, 'ready'],
  ['this browser stores nothing', { hasVault: false }, 'no-storage'],
  ['a reload would ask the network for the app', { isControlled: false }, 'no-app'],
  ['no patient was fetched yet', { pulledAt: null }, 'no-copies'],
  ['the settings or the library are missing', { hasReference: false }, 'no-copies'],
] as const)('where %s, a tablet is called ready only if it is', (_, lacks, readiness) => {
  expect(readinessOf({ ...READY, ...lacks })).toBe(readiness);
});
