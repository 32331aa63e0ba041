import * as v from 'valibot';
import { expect, test } from 'vitest';
import { MaintenanceSetting, maintenanceState, maintenanceTimes, plannedMaintenance } from '#domain/organisation/maintenance.ts';

const ZONE = 'Europe/London';
const setting = { from: '2026-08-06T20:00', until: '2026-08-06T22:00', text: 'Work goes on without a network.' };
const planned = plannedMaintenance(setting, ZONE);

test('times of the setting are those of the organisation’s clock', () => {
  expect(planned).toEqual({ ...setting, from: '2026-08-06T19:00:00.000Z', until: '2026-08-06T21:00:00.000Z' });
  expect(maintenanceTimes(planned, ZONE)).toBe('6 August 2026, 20:00 BST to 22:00');
  const night = plannedMaintenance({ ...setting, until: '2026-08-07T01:30' }, ZONE);
  expect(maintenanceTimes(night, ZONE)).toBe('6 August 2026, 20:00 BST to 7 August 2026, 01:30 BST');
});

test.each([
  ['2026-08-03T18:59:59Z', null],
  ['2026-08-03T19:00:00Z', 'SOON'],
  ['2026-08-06T18:59:59Z', 'SOON'],
  ['2026-08-06T19:00:00Z', 'NOW'],
  ['2026-08-06T20:59:59Z', 'NOW'],
  ['2026-08-06T21:00:00Z', null],
] as const)('at %s it is %s', (at, state) => {
  expect(maintenanceState(planned, Date.parse(at))).toBe(state);
});

test.each([
  [{ ...setting, from: '2026-08-06' }, 'The time must be like 2026-08-06T20:00'],
  [{ ...setting, from: '2026-02-30T20:00' }, 'The time must be like 2026-08-06T20:00'],
  [{ ...setting, until: '2026-08-06T20:00' }, 'The maintenance must end after it begins'],
])('a wrong setting is named: %o', (wrong, message) => {
  expect(v.safeParse(MaintenanceSetting, wrong).issues?.[0].message).toBe(message);
});
