import { expect, test } from 'vitest';
import { doneOn, endedStateOf, hasStopped, type CaseEnded } from '#domain/cases/case-end.ts';
import { confirmStateOf, confirmWords } from '#domain/cases/confirm-state.ts';
import { lightOf, type Light } from '#domain/theatre/theatre-light.ts';

const DONE: CaseEnded = { kind: 'DONE', on: '2026-03-02', source: 'LIST', by: 'Ada Demo', at: '2026-03-02T11:00:00.000Z' };
const TAKEN_BACK: CaseEnded = { ...DONE, takenBackAt: '2026-03-03T09:00:00.000Z' };
const CLOSED: CaseEnded = { ...DONE, kind: 'CLOSED', reason: 'PATIENT' };
const SIGNED = { sealState: 'SEALED', confirmState: 'NOT_REQUIRED' } as const;
const STATE: Parameters<typeof lightOf>[0] = {
  patientStatus: 'ACTIVE',
  status: 'SIGNED',
  inForce: SIGNED,
  isNewest: true,
  isLastVoided: false,
  hasOpenQuestion: false,
};
const A_NEW_ONE = 'Recorded as done on 2 March 2026: a new consent is needed';
const WAS_IT = 'Taken back after it was recorded as done: was it done?';

type Row = readonly [
  name: string,
  ended: CaseEnded | null,
  listedOn: string | null,
  change: Partial<Parameters<typeof lightOf>[0]>,
  expected: Light,
];
const ROWS: readonly Row[] = [
  ['a case that goes on', null, '2026-03-02', {}, { light: 'GREEN', reason: 'Signed and sealed' }],
  ['the row of the operation', DONE, '2026-03-02', {}, { light: 'GREEN', reason: 'Recorded as done on 2 March 2026' }],
  ['on no list', DONE, null, {}, { light: 'GREEN', reason: 'Recorded as done on 2 March 2026' }],
  ['a row before it', DONE, '2026-02-27', {}, { light: 'GREEN', reason: 'Recorded as done on 2 March 2026' }],
  ['listed again on a later day', DONE, '2026-03-09', {}, { light: 'RED', reason: A_NEW_ONE }],
  [
    'half a year later',
    DONE,
    '2026-03-02',
    { inForce: { ...SIGNED, confirmState: 'LAPSED' }, age: 182 },
    { light: 'GREEN', reason: 'Recorded as done on 2 March 2026' },
  ],
  ['taken back, row of today', TAKEN_BACK, '2026-03-04', {}, { light: 'RED', reason: WAS_IT }],
  ['taken back, row to come', TAKEN_BACK, '2026-05-04', {}, { light: 'RED', reason: WAS_IT }],
  ['taken back, on no list', TAKEN_BACK, null, {}, { light: 'RED', reason: WAS_IT }],
  [
    'taken back, a row that is over',
    TAKEN_BACK,
    '2026-03-02',
    {},
    { light: 'GREEN', reason: 'Recorded as done on 2 March 2026' },
  ],
  [
    'taken back before it was done, and explained',
    { ...DONE, isWithoutConsent: true },
    '2026-03-02',
    { status: 'WITHDRAWN', inForce: null },
    { light: 'GREEN', reason: 'Recorded as done on 2 March 2026, without a consent in force' },
  ],
  ['closed', CLOSED, '2026-03-09', { inForce: null }, { light: 'RED', reason: 'Not going ahead' }],
  ['closed, with a form on a device that still holds it', CLOSED, null, {}, { light: 'RED', reason: 'Not going ahead' }],
  [
    'deceased',
    DONE,
    '2026-03-02',
    { patientStatus: 'DECEASED' },
    { light: 'RED', reason: 'The patient is recorded as deceased' },
  ],
];

test.each(ROWS)('the light of %s', (_, ended, listedOn, change, expected) => {
  const state = { ...STATE, ...change };
  expect(lightOf({ ...state, ended: endedStateOf(ended, { listedOn, today: '2026-03-04' }) })).toEqual(expected);
});

test('an end stops what follows from a case, but not where its consent was taken back after the operation', () => {
  expect([null, undefined, DONE, CLOSED, TAKEN_BACK].map(hasStopped)).toEqual([false, false, true, true, false]);
});

const FORM = {
  status: 'SIGNED',
  signedAt: '2026-01-10T09:00:00.000Z',
  confirmation: null,
  clinicianAtSigning: 'one',
  clinicianNow: 'one',
  childSaidNo: false,
} as const;
const SETTINGS = { confirmAfterDays: 84, lapseAfterDays: 182, timeZone: 'Europe/London' };
const YEARS_LATER = Date.parse('2029-01-10T12:00Z');

test('the age of a consent is judged on the day of the operation: nothing lapses, and nothing is due, after it', () => {
  const endedOn = doneOn(DONE);
  const confirmation = { at: '2026-05-01T20:00:00.000Z', clinicianId: 'one' };
  const on = (day: string | undefined, more = {}) => confirmStateOf({ ...FORM, endedOn: day, ...more }, SETTINGS, YEARS_LATER);
  expect(on(undefined)).toBe('LAPSED');
  expect(on(endedOn)).toBe('NOT_REQUIRED');
  expect(on('2026-05-02')).toBe('NOT_REQUIRED');
  expect(on('2026-05-02', { clinicianNow: 'two' })).toBe('NOT_REQUIRED');
  // One that had lapsed by then was no consent to operate on.
  expect(on('2026-07-12')).toBe('LAPSED');
  expect(on('2026-05-02', { confirmation })).toBe('CONFIRMED');
  expect(confirmWords({ ...FORM, confirmation, endedOn: '2026-05-02' }, SETTINGS, YEARS_LATER)).toBe('confirmed on the day');
  expect([doneOn(CLOSED), doneOn(null)]).toEqual([undefined, undefined]);
});
