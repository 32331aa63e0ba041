import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { callsPage } from '../../scripts/calls.mjs';

test('docs/calls.md lists the calls of the contract: `node scripts/calls.mjs` writes it anew', () => {
  const stored = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/calls.md'), 'utf8');
  expect(stored.split('\n')).toEqual(callsPage(calls).split('\n'));
});
