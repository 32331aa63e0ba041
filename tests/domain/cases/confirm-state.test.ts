import { expect, test } from 'vitest';
import {
  CONFIRM_AFTER_DAYS,
  type ConfirmSettings,
  confirmStateOf,
  confirmWords,
  LAPSE_AFTER_DAYS,
} from '#domain/cases/confirm-state.ts';

const SETTINGS: ConfirmSettings = {
  confirmAfterDays: CONFIRM_AFTER_DAYS,
  lapseAfterDays: LAPSE_AFTER_DAYS,
  timeZone: 'Europe/London',
};
const SIGNED = {
  status: 'SIGNED',
  signedAt: '2026-01-10T09:00:00.000Z',
  confirmation: null,
  clinicianAtSigning: 'one',
  clinicianNow: 'one',
  childSaidNo: false,
} as const;

type Row = readonly [when: string, now: string, change: Partial<Parameters<typeof confirmStateOf>[0]>, expected: string];

// 10 January + 84 days is 4 April, + 182 days is 11 July; British summer time begins on 29 March.
const ROWS: readonly Row[] = [
  ['on the day of the signature', '2026-01-10T10:00Z', {}, 'NOT_REQUIRED'],
  ['on the 84th day', '2026-04-04T22:59Z', {}, 'NOT_REQUIRED'],
  ['on the 85th day, by the wall clock', '2026-04-04T23:00Z', {}, 'DUE'],
  ['on the 182nd day', '2026-07-11T12:00Z', {}, 'DUE'],
  ['on the 183rd day', '2026-07-12T12:00Z', {}, 'LAPSED'],
  ['with a clock before the signature', '2026-01-01T12:00Z', {}, 'NOT_REQUIRED'],
  ['by another clinician than signed', '2026-01-11T12:00Z', { clinicianNow: 'two' }, 'DUE'],
  ['after a child’s no', '2026-01-11T12:00Z', { childSaidNo: true }, 'DUE'],
  ['confirmed today', '2026-05-01T12:00Z', confirmed('2026-05-01T06:00Z'), 'CONFIRMED'],
  ['confirmed yesterday', '2026-05-01T12:00Z', confirmed('2026-04-30T20:00Z'), 'CONFIRMED'],
  ['confirmed two days ago', '2026-05-02T12:00Z', confirmed('2026-04-30T20:00Z'), 'DUE'],
  ['confirmed two days ago, and young', '2026-01-14T12:00Z', confirmed('2026-01-12T12:00Z'), 'NOT_REQUIRED'],
  ['confirmed, then another clinician', '2026-05-01T12:00Z', { ...confirmed('2026-05-01T06:00Z'), clinicianNow: 'two' }, 'DUE'],
  [
    'confirmed after another clinician came',
    '2026-05-01T12:00Z',
    { ...confirmed('2026-05-01T06:00Z', 'two'), clinicianNow: 'two' },
    'CONFIRMED',
  ],
  ['confirmed after a child’s no', '2026-01-12T12:00Z', { ...confirmed('2026-01-12T08:00Z'), childSaidNo: true }, 'CONFIRMED'],
  ['confirmed, but lapsed', '2026-07-12T12:00Z', confirmed('2026-07-12T06:00Z'), 'LAPSED'],
  ['not signed by all', '2026-07-12T12:00Z', { status: 'PARTIALLY_SIGNED', signedAt: null }, 'NOT_REQUIRED'],
  ['withdrawn', '2026-07-12T12:00Z', { status: 'WITHDRAWN' }, 'NOT_REQUIRED'],
  ['recorded in error', '2026-07-12T12:00Z', { status: 'VOIDED' }, 'NOT_REQUIRED'],
];

function confirmed(at: string, clinicianId = 'one') {
  return { confirmation: { at, clinicianId } };
}

test.each(ROWS)('%s', (_, now, change, expected) => {
  expect(confirmStateOf({ ...SIGNED, ...change }, SETTINGS, Date.parse(now))).toBe(expected);
});

test.each<[string, Row[2], string | null]>([
  ['2026-01-10T10:00Z', {}, null],
  ['2026-04-05T12:00Z', {}, 'Signed 85 days ago: confirm on the day'],
  ['2026-07-12T12:00Z', {}, null],
  ['2026-01-11T12:00Z', { clinicianNow: 'two' }, 'The clinician has changed since it was signed: confirm on the day'],
  ['2026-05-01T12:00Z', { clinicianNow: 'two' }, 'The clinician has changed since it was signed: confirm on the day'],
  ['2026-01-11T12:00Z', { childSaidNo: true }, 'The child said no: confirm on the day'],
  ['2026-05-01T12:00Z', confirmed('2026-05-01T07:10Z'), 'confirmed today 08:10'],
  ['2026-05-01T12:00Z', confirmed('2026-04-30T22:30Z'), 'confirmed yesterday'],
  ['2026-05-01T12:00Z', confirmed('2026-04-30T23:30Z'), 'confirmed today 00:30'],
  ['2026-05-01T12:00Z', { status: 'WITHDRAWN' }, null],
])('at %s, with %o, the words are: %s', (now, change, expected) => {
  expect(confirmWords({ ...SIGNED, ...change }, SETTINGS, Date.parse(now))).toBe(expected);
});

test('with other settings other days count', () => {
  const strict = { ...SETTINGS, confirmAfterDays: 0, lapseAfterDays: 1 };
  const on = (now: string) => confirmStateOf(SIGNED, strict, Date.parse(now));
  expect(['2026-01-10T23:00Z', '2026-01-11T01:00Z', '2026-01-12T01:00Z'].map(on)).toEqual(['NOT_REQUIRED', 'DUE', 'LAPSED']);
});
