import { expect, test } from 'vitest';
import { readEntry, readSigner } from '#domain/sheet-row.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/states.ts';
import {
  declinerOf,
  judgeEntry,
  outcomeFault,
  sheetColumns,
  SHEET_LOCKED,
  SHEET_OUTCOMES,
  type SheetEntry,
  type SheetValue,
} from '#domain/theatre-sheet.ts';

const NOW = Date.parse('2026-11-25T16:00:00.000Z');
const AT = { date: '2026-11-25', timeZone: 'Europe/London', now: NOW };
const VALUE: SheetValue = {
  outcome: 'AGREED',
  time: '14:05',
  signer: 'Mary Beech, patient',
  clinician: 'Dr Ash',
  interpreter: '',
  note: '',
};
const ENTRY: SheetEntry = {
  outcome: 'AGREED',
  time: '2026-11-25T14:05:00.000Z',
  signer: 'Mary Beech',
  role: 'PATIENT',
  clinician: 'Dr Ash',
  interpreter: '',
  note: '',
};
const read = (value: Partial<SheetValue>, at = AT) => readEntry({ ...VALUE, ...value }, at);
const messages = (value: Partial<SheetValue>, at = AT) => read(value, at).faults.map(({ message }) => message);

test('a row is read as it is written', () => {
  expect(read({})).toEqual({ entry: ENTRY, faults: [] });
});

test.each([
  ['AGREED', 'AGREED'],
  ['agreed', 'AGREED'],
  ['Decline', 'DECLINED'],
  ['more time', 'MORE_TIME'],
  ['MORE-TIME', 'MORE_TIME'],
  ['withdrawn', 'WITHDRAWN'],
])('the outcome %s is %s', (outcome, expected) => {
  expect(read({ outcome }).entry?.outcome).toBe(expected);
});

test.each([
  ['9:05', '2026-11-25T09:05:00.000Z'],
  ['09.05', '2026-11-25T09:05:00.000Z'],
  ['14:05:00', '2026-11-25T14:05:00.000Z'],
  ['25/11/2026 14:05', '2026-11-25T14:05:00.000Z'],
  ['2026-11-24T14:05', '2026-11-24T14:05:00.000Z'],
  ['24 Nov 2026, 14:05', '2026-11-24T14:05:00.000Z'],
  ['24.11.2026 at 7:15', '2026-11-24T07:15:00.000Z'],
  ['0.586805555555556', '2026-11-25T14:05:00.000Z'],
])('the time %s is %s', (time, expected) => {
  expect(read({ time }).entry?.time).toBe(expected);
});

test('a time is that of the organisation', () => {
  expect(readEntry({ ...VALUE, time: '14:05' }, { ...AT, date: '2026-08-06' }).entry?.time).toBe('2026-08-06T13:05:00.000Z');
});

test('what cannot be read is said at its cell', () => {
  expect(messages({ outcome: '' })).toEqual(['The outcome must be one of AGREED, DECLINED, MORE_TIME, WITHDRAWN']);
  expect(messages({ outcome: 'SIGNED' })).toHaveLength(1);
  for (const time of ['', 'noon', '25:00', '14:60', '14', '2026-11-25'])
    expect(messages({ time })).toEqual(['Write the time like 14:05, or with its day like 25/11/2026 14:05']);
  expect(messages({ time: '31/02/2026 14:05' })).toEqual(['There is no 31 February 2026']);
  expect(messages({ time: '17:00' })).toEqual(['The time must not be in the future']);
  expect(messages({ time: '14:05' }, { ...AT, date: '2026-11-26' })).toEqual([
    'The operation is on a later day. Write the day as well, like 25/11/2026 14:05.',
  ]);
  expect(messages({ signer: '' })).toHaveLength(1);
  expect(messages({ outcome: 'MORE_TIME', signer: '' })).toEqual([]);
  expect(messages({ note: 'x'.repeat(1001) })).toEqual(['Note: at most 1000 characters']);
  expect(messages({ clinician: 'Dr\u0000Ash' })).toEqual(['Clinician holds a character that cannot be stored']);
});

test('the role stands behind the last comma', () => {
  expect(readSigner('Jane Good, parent')).toEqual({ name: 'Jane Good', role: 'PARENT' });
  expect(readSigner('Good, Jane')).toEqual({ name: 'Good, Jane', role: null });
  expect(readSigner('Good, Jane, second opinion')).toEqual({ name: 'Good, Jane', role: 'SECOND_OPINION' });
  expect(readSigner('')).toEqual({ name: '', role: null });
});

test('columns are found by their headings, wherever they stand', () => {
  const headings = [...SHEET_LOCKED, 'Outcome', 'Time', 'Signer, role', 'Clinician', 'Interpreter', 'Note'];
  expect(sheetColumns(headings)?.fields.note).toBe(15);
  expect(sheetColumns(headings.toReversed())?.code).toBe(15);
  expect(sheetColumns(headings.filter((each) => each !== 'Note'))).toBeUndefined();
  expect(sheetColumns(headings.slice(1))).toBeUndefined();
});

const MADE = { version: 3, digest: 'a', at: '2026-11-25T08:00:30.000Z' };
const THEN = { version: 3, digest: 'a', status: 'SENT' as CaseStatus };
const judge = (over: Partial<Parameters<typeof judgeEntry>[0]>) =>
  judgeEntry({ entry: ENTRY, made: MADE, now: THEN, before: [], ...over });

test('what is new, there already, and what a person has to choose', () => {
  expect(judge({})).toBeNull();
  expect(judge({ before: [{ ...ENTRY, clinician: 'DR ASH' }], now: { ...THEN, version: 9, status: 'SIGNED' } })).toBe('THERE');
  for (const other of [{ note: 'x' }, { time: '2026-11-25T14:06:00.000Z' }, { role: null }, { outcome: 'DECLINED' as const }])
    expect(judge({ before: [{ ...ENTRY, ...other }] })).toBe('OTHER_VALUES');
  expect(judge({ now: { ...THEN, version: 5, status: 'SIGNED' } })).toBe('SIGNED');
  expect(judge({ now: { ...THEN, status: 'SIGNED' } })).toBe('SIGNED');
  expect(judge({ now: { ...THEN, status: 'SIGNED' }, entry: { ...ENTRY, outcome: 'WITHDRAWN' } })).toBeNull();
  expect(judge({ now: { ...THEN, version: 4 } })).toBe('CHANGED');
  expect(judge({ now: { ...THEN, digest: 'b' } })).toBe('CHANGED');
  expect(judge({ entry: { ...ENTRY, time: '2026-11-25T07:59:00.000Z' } })).toBe('BEFORE_SHEET');
  // Of the minute in which the sheet was made.
  expect(judge({ entry: { ...ENTRY, time: '2026-11-25T08:00:00.000Z' } })).toBeNull();
});

test('the outcomes that a form in each state takes', () => {
  const taken = (status: CaseStatus) => SHEET_OUTCOMES.filter((each) => outcomeFault(each, { status, isNewest: true }) === null);
  const table = Object.fromEntries(CASE_STATUSES.map((status) => [status, taken(status).join(' ')]));
  const out = 'AGREED DECLINED MORE_TIME';
  expect(Object.fromEntries(Object.entries(table).filter(([, outcomes]) => outcomes !== ''))).toEqual({
    SENT: out,
    PARTIALLY_SIGNED: out,
    SIGNED: 'AGREED WITHDRAWN',
  });
  expect(outcomeFault('AGREED', { status: 'SENT', isNewest: false })).toMatch(/newer version/);
  expect(outcomeFault('DECLINED', { status: 'SIGNED', isNewest: true })).toMatch(/withdraw it/);
  expect(outcomeFault('WITHDRAWN', { status: 'SENT', isNewest: true })).toMatch(/Write DECLINED/);
});

test('who said no is certain, or nobody', () => {
  const signer = (role: 'PATIENT' | 'PARENT' | 'CLINICIAN' | 'INTERPRETER', name: string, signing_order: number) => ({
    role,
    name,
    signing_order,
    state: 'WAITING' as const,
  });
  const adult = [signer('PATIENT', 'Mary Beech', 1), signer('CLINICIAN', 'Dr Ash', 2)];
  expect(declinerOf(adult, { signer: 'M. Beech', role: null })?.signing_order).toBe(1);
  expect(declinerOf(adult, { signer: 'Mary Beech', role: 'PARENT' })).toBeUndefined();
  const parents = [signer('PARENT', 'Ann Fir', 1), signer('PARENT', 'Bob Fir', 2), signer('CLINICIAN', 'Dr Ash', 3)];
  expect(declinerOf(parents, { signer: 'FIR, Bob', role: 'PARENT' })?.signing_order).toBe(2);
  expect(declinerOf(parents, { signer: 'bob fir', role: null })?.signing_order).toBe(2);
  expect(declinerOf(parents, { signer: 'B Fir', role: 'PARENT' })).toBeUndefined();
});
