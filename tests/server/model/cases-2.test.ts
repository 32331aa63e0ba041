import { isFull } from '#tests/support/checks/full.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { test } from 'vitest';
import { liveRandomly } from './lives.ts';

const app = useTestApp();

test('random lives of cases are as the reference model says, second half', { timeout: isFull ? 1_800_000 : 120_000 }, () =>
  liveRandomly(app, 20_261_122),
);
