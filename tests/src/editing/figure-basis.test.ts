import { basisOf, needsBasis, withBasis } from '#src/editing/figure-basis.ts';
import { expect, test } from 'vitest';

test('a stored figure is shown with the basis that it was stored with: nobody at all was counted', () => {
  expect(basisOf(null)).toBeNull();
  expect(basisOf({ num: 1, den: 100 })).toBe('RATE');
  expect(basisOf({ num: 1, den: 100, basis: 'COUNT' })).toBe('COUNT');
  expect(basisOf({ num: 0, den: 100 })).toBe('COUNT');
  for (const figure of [
    { num: 0, den: 100 },
    { num: 3, den: 100 },
  ])
    for (const basis of needsBasis(figure) ? (['RATE', 'COUNT'] as const) : (['COUNT'] as const))
      expect(basisOf(withBasis(figure, basis))).toBe(basis);
});
