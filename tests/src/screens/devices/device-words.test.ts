import { blockWords, unsentWords } from '#src/screens/devices/device-words.ts';
import { expect, test } from 'vitest';

test('what waits on a tablet is counted in words', () => {
  expect([0, 1, 4].map(unsentWords)).toEqual(['Nothing waits', '1 item waits to be sent', '4 items wait to be sent']);
});

test('before a tablet is blocked, what has not been sent from it is named', () => {
  expect(blockWords(2)).toMatch(/^2 items wait to be sent on it, and will not be sent while it is blocked/);
  expect(blockWords(0)).not.toMatch(/wait/);
});
