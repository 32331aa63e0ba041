import { expect, test } from 'vitest';
import { instantAt, wallTimeOf } from '#domain/values/wall-time.ts';

const LONDON = 'Europe/London';

test.each([
  ['2026-08-06T15:05', '2026-08-06T14:05:00.000Z'],
  ['2026-08-06T00:10', '2026-08-05T23:10:00.000Z'],
  ['2026-11-24T10:00', '2026-11-24T10:00:00.000Z'],
  ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
])('%s on the wall in London is %s, and back', (wall, instant) => {
  expect(instantAt(wall, LONDON)).toBe(instant);
  expect(wallTimeOf(instant, LONDON)).toBe(wall);
});

test('an hour that is skipped is a moment, and one that comes twice is one of the two', () => {
  expect(wallTimeOf(instantAt('2026-03-29T01:30', LONDON) ?? '', LONDON)).toMatch(/^2026-03-29T0[02]:30$/);
  expect(wallTimeOf(instantAt('2026-10-25T01:30', LONDON) ?? '', LONDON)).toBe('2026-10-25T01:30');
});

test.each(['', '2026-08-06', '2026-08-06T24:00', '2026-08-06T25:00', '2026-02-31T10:00x', '0002-08-06T10:00', 'later'])(
  '“%s” is no moment yet',
  (wall) => {
    expect(instantAt(wall, LONDON)).toBeNull();
  },
);
