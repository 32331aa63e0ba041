import { blockWords, lastReportedText, unsentWords } from '#src/screens/devices/device-words.ts';
import { expect, test } from 'vitest';

const CLOCK = { now: Date.parse('2026-11-21T16:00:00.000Z'), zone: 'Europe/London' };
const AT = '2026-11-21T14:05:00.000Z';

test('the items on a tablet are counted in words', () => {
  expect([0, 1, 4].map(unsentWords)).toEqual(['Nothing waiting', '1 item waiting', '4 items waiting']);
});

test('a number is as old as the moment at which the tablet told it, with the day where it was another one', () => {
  expect(lastReportedText({ at: AT }, CLOCK)).toBe('Last contact 14:05');
  expect(lastReportedText({ at: '2026-11-20T23:30:00.000Z' }, CLOCK)).toBe('Last contact 20 Nov 2026, 23:30');
});

test('before a tablet is blocked, nobody is told that nothing waits on it, only what it told and when', () => {
  expect(blockWords({ unsent: 2, at: AT }, CLOCK)).toBe(
    'At last contact (14:05) it had 2 items waiting. Anything saved since will not be sent while it is blocked. Nobody can open what it has stored until it is allowed again.',
  );
  expect(blockWords({ unsent: 0, at: AT }, CLOCK)).toMatch(
    /^At last contact \(14:05\) it had nothing waiting\. Anything saved since/,
  );
  expect(blockWords({ unsent: 0, at: AT }, CLOCK)).not.toMatch(/nothing waits/i);
});
