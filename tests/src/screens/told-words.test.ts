import { expect, test } from 'vitest';
import { toldWords } from '#src/ui/told-words.ts';

test('every figure of a screen is told over one denominator, with the source’s own where rounding hid it', () => {
  expect(toldWords({ num: 2, den: 100 }, 1000)).toBe('20 in 1,000 people (common)');
  expect(toldWords({ num: 195, den: 10_000 }, 1000)).toBe('20 in 1,000 people (common), exactly 195 in 10,000');
  expect(toldWords(null, 100)).toBe('figure not available');
});
