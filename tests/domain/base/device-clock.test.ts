import { expect, test } from 'vitest';
import { deviceClockWords } from '#domain/base/device-clock.ts';

const receivedAt = '2026-08-06T14:05:00.000Z';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const before = (ms: number) => new Date(Date.parse(receivedAt) - ms).toISOString();

test.each([
  ['a clock that is right', before(0), 0, null],
  ['a clock that did not say its offset', before(30_000), undefined, null],
  ['a wait of two days without a network', before(2 * DAY), 0, null],
  ['a minute too fast', before(-MINUTE), 0, null],
  ['an hour too fast, as the device said', before(-60 * MINUTE), -60 * MINUTE, 'wrong by 1 hour: it was fast.'],
  ['an hour slow, signed two days ago', before(2 * DAY), 60 * MINUTE, 'wrong by 1 hour: it was slow.'],
  ['ten days fast, without a word of it', before(-10 * DAY), undefined, 'wrong by 10 days or more: it was fast.'],
  ['more wrong than the device said', before(-10 * DAY), -60 * MINUTE, 'wrong by 10 days or more: it was fast.'],
  [
    'a clock that was put right since its offset was learned',
    before(0),
    120 * MINUTE,
    'said that its clock was 2 hours slow. This time',
  ],
  ['the same, an hour ago', before(60 * MINUTE), 120 * MINUTE, 'said that its clock was 2 hours slow. This time does not fit'],
  ['a clock with an offset that just fits', before(120 * MINUTE), 120 * MINUTE, 'wrong by 2 hours: it was slow.'],
  ['three years back', before(3 * 365 * DAY), 0, '3 years before the server’s: its clock was wrong, or it had no network'],
])('%s', (_, deviceAt, clockOffset, words) => {
  const said = deviceClockWords({ deviceAt, receivedAt, clockOffset });
  if (words === null) expect(said).toBeNull();
  else expect(said).toContain(words);
});
