import { rateLimitText } from '#src/session/rate-limit-text.ts';
import { expect, test } from 'vitest';

test.for([
  [400, '1 second'],
  [5000, '5 seconds'],
  [60_000, '1 minute'],
  [61_000, '2 minutes'],
] as const)('after too many wrong passwords %i ms are told as %s', ([ms, wait]) => {
  expect(rateLimitText(ms)).toBe(`Too many wrong passwords. Wait ${wait}, then try again.`);
});
