import { expect, test } from 'vitest';
import { frequencyText } from '#src/ui/clinical/frequency-text.ts';

test('every figure of a screen is told over one denominator, with the source’s own where rounding hid it', () => {
  expect(frequencyText({ num: 2, den: 100 }, 1000)).toBe('20 in 1,000 people (common)');
  expect(frequencyText({ num: 195, den: 10_000 }, 1000)).toBe('20 in 1,000 people (common), exactly 195 in 10,000');
  expect(frequencyText(null, 100)).toBe('No reliable number');
});
