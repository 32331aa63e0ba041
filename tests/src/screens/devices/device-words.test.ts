import { blockWords, lastReportedText, unsentWords } from '#src/screens/devices/device-words.ts';
import { expect, test } from 'vitest';

const CLOCK = { now: Date.parse('2026-11-21T16:00:00.000Z'), zone: 'Europe/London' };
const AT = '2026-11-21T14:05:00.000Z';

test('what waited on a tablet is counted in words', () => {
  expect([0, 1, 4].map(unsentWords)).toEqual(['Nothing waited', '1 item waited', '4 items waited']);
});

test('a number is as old as the moment at which the tablet told it, with the day where it was another one', () => {
  expect(lastReportedText({ at: AT }, CLOCK)).toBe('when it last told, 14:05');
  expect(lastReportedText({ at: '2026-11-20T23:30:00.000Z' }, CLOCK)).toBe('when it last told, 20 Nov 2026, 23:30');
});

test('before a tablet is blocked, nobody is told that nothing waits on it, only what it told and when', () => {
  expect(blockWords({ unsent: 2, at: AT }, CLOCK)).toMatch(
    /^2 items waited on it to be sent when it last told, 14:05\. Whatever waits on it by now will not be sent while it is blocked\./,
  );
  expect(blockWords({ unsent: 0, at: AT }, CLOCK)).toMatch(
    /^Nothing waited on it to be sent when it last told, 14:05\. Whatever/,
  );
  expect(blockWords({ unsent: 0, at: AT }, CLOCK)).not.toMatch(/nothing waits/i);
});
