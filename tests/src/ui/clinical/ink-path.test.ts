import { expect, test } from 'vitest';
import { inkPath } from '#src/ui/clinical/ink-path.ts';

test('a drawn signature is one vector path, a dot included', () => {
  const line = [
    { x: 0, y: 0, t: 0 },
    { x: 0.5, y: 0.5, t: 5 },
    { x: 1, y: 1, t: 9 },
  ];
  expect(inkPath([line, [{ x: 0.5, y: 0, t: 20 }]])).toBe('M0 0Q150 50 225 75L300 100M150 0h0');
  expect(inkPath([])).toBe('');
});
