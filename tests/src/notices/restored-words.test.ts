import { restoredWords } from '#src/notices/restored-words.ts';
import { expect, test } from 'vitest';

const now = Date.parse('2026-08-06T14:05:00.000Z');
const zone = 'Europe/London';

test('a restore is told with the time to which it went back, by the clock of the hospital', () => {
  expect(restoredWords({ restoredTo: '2026-08-06T13:03:00.000Z', resent: 3 }, { now, zone })).toBe(
    'The server was restored to 14:03. This tablet is sending again what it had sent.',
  );
  expect(restoredWords({ restoredTo: '2026-08-04T23:30:00.000Z', resent: 1 }, { now, zone })).toContain(
    'restored to 5 Aug 2026, 00:30. This',
  );
  expect(restoredWords({ restoredTo: null, resent: 1 }, { now })).toBe(
    'The server was restored from a backup. This tablet is sending again what it had sent.',
  );
});

test('a tablet that sends nothing again says nothing of it', () => {
  expect(restoredWords({ restoredTo: null, resent: 0 }, { now })).toBe('The server was restored from a backup.');
});
