import { expect, test } from 'vitest';
import { dayName, daysLater, dayWords, listDays } from '#src/screens/lists/list-days.ts';
import { listGroups, readyOf } from '#src/screens/lists/list-groups.ts';
import type { TheatreCase } from '#src/queries/theatre.ts';

// A group reads these alone.
const of = (recordID: string, light: TheatreCase['light'], theatre: string | null = 'A', date = '2026-11-24') =>
  ({ recordID, light, theatre, date }) as TheatreCase;

test('on each day the place with the worst case stands first, and there the worst case', () => {
  const groups = listGroups([
    of('1', 'GREEN', 'A'),
    of('2', 'AMBER', 'A'),
    of('3', 'GREEN', 'B'),
    of('4', 'RED', 'B'),
    of('5', 'RED', 'C', '2026-11-25'),
    of('6', 'GREEN', null),
  ]);
  expect(groups.map(({ theatre, ready, cases }) => [theatre, ready, cases.map(({ recordID }) => recordID).join('')])).toEqual([
    ['B', 1, '43'],
    ['A', 1, '21'],
    [null, 1, '6'],
    ['C', 0, '5'],
  ]);
  expect(readyOf([of('1', 'GREEN'), of('2', 'AMBER'), of('3', 'RED')])).toBe(1);
});

test('days have names, and a week is seven of them', () => {
  expect(dayName('2026-11-24', '2026-11-24')).toBe('Today');
  expect(dayName('2026-11-25', '2026-11-24')).toBe('Tomorrow');
  expect(dayName('2026-11-26', '2026-11-24')).toBe('Thursday');
  expect(dayWords('2026-11-24')).toBe('Tue 24 Nov 2026');
  expect(daysLater('2026-12-30', 3)).toBe('2027-01-02');
  expect(listDays({ day: '2026-11-24', isWeek: true })).toEqual({ startDate: '2026-11-24', endDate: '2026-11-30' });
  expect(listDays({ day: '2026-11-24', isWeek: false })).toEqual({ startDate: '2026-11-24', endDate: '2026-11-24' });
});
