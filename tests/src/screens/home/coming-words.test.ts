import { LIGHT_WORDS } from '#src/ui/clinical/light-words.ts';
import { LIGHTS } from '#domain/theatre/theatre-light.ts';
import { heardWords, hiddenWords, noNeedsTitle, readyWords } from '#src/screens/home/coming-words.ts';
import { expect, test } from 'vitest';

const NOW = Date.parse('2026-11-21T14:05:00.000Z');
const MINUTE = 60_000;
const heard = (at: number | null, isOnline: boolean) => heardWords({ at, now: NOW, isOnline, timeZone: 'Europe/London' });

test('a list that was just heard needs no words, and an older one says when', () => {
  expect(heard(NOW, true)).toBeNull();
  expect(heard(NOW - 5 * MINUTE, true)).toBeNull();
  expect(heard(NOW - 5 * MINUTE - 1, true)).toBe('As of 13:59');
});

test('without a network it always says when, with the day where it was another one', () => {
  expect(heard(NOW - 3 * MINUTE, false)).toBe('As of 14:02');
  expect(heard(NOW - 24 * 60 * MINUTE, false)).toBe('As of 20 November 2026, 14:05 GMT');
});

test('the time is the ward’s, whatever the day of the year', () => {
  const now = Date.parse('2026-08-06T22:30:00.000Z');
  const at = Date.parse('2026-08-06T23:30:00.000Z');
  expect(heardWords({ at: now, now, isOnline: false, timeZone: 'Europe/London' })).toBe('As of 23:30');
  expect(heardWords({ at: now, now: at, isOnline: false, timeZone: 'Europe/London' })).toContain(
    'As of 6 August 2026, 23:30 BST',
  );
});

test('a tablet that never heard all says so, online too', () => {
  for (const isOnline of [true, false]) expect(heard(null, isOnline)).toMatch(/has not received everything from the server yet$/);
});

test('a listed case that cannot be shown is counted, with the reason', () => {
  expect(hiddenWords({ hidden: 0, shown: 3 })).toBeNull();
  expect(hiddenWords({ hidden: 1, shown: 3 })).toBe('1 more listed case cannot be shown: its patient is not on this tablet.');
  expect(hiddenWords({ hidden: 2, shown: 3 })).toBe(
    '2 more listed cases cannot be shown: their patients are not on this tablet.',
  );
  expect(hiddenWords({ hidden: 1, shown: 0 })).toBe('1 listed case cannot be shown: its patient is not on this tablet.');
});

test('every light has a word of its own: nobody needs the colour', () => {
  expect(new Set(LIGHTS.map((light) => LIGHT_WORDS[light].words)).size).toBe(LIGHTS.length);
});

test('that nothing waits is said of a fresh copy alone: an older one knows only what it has', () => {
  expect(noNeedsTitle(heard(NOW, true), 0)).toBe('Nothing needs you');
  for (const [at, isOnline] of [
    [NOW, false],
    [NOW - 6 * MINUTE, true],
    [NOW - 4 * 24 * 60 * MINUTE, false],
  ] as const)
    expect(noNeedsTitle(heard(at, isOnline), 0)).toBe('Nothing known to need you');
});

test('nothing is said to need nobody where a listed case cannot be shown, and how many operations are ready is counted', () => {
  expect(noNeedsTitle(null, 1)).toBe('Nothing known to need you');
  const until = '2026-12-07';
  expect([0, 1, 3].map((count) => readyWords({ count, until }))).toEqual([
    '',
    'The operation until 7 Dec 2026 is ready.',
    'All 3 operations until 7 Dec 2026 are ready.',
  ]);
});
