import { expect, test } from 'vitest';
import { readEntry, readSigner } from '#domain/theatre/sheet-row.ts';
import { declinerOf, fitsSigner } from '#domain/theatre/sheet-signer.ts';
import { CASE_STATUSES, type CaseStatus, type PatientStatus } from '#domain/base/states.ts';
import {
  judgeEntry,
  outcomeFault,
  sheetBoxes,
  sheetColumns,
  SHEET_CLASH_WORDS,
  SHEET_CLASHES,
  SHEET_FIELDS,
  SHEET_LOCKED,
  type SheetEntry,
  type SheetForm,
  type SheetOutcome,
  type SheetValue,
} from '#domain/theatre/theatre-sheet.ts';

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
  // A stop between hours and minutes is no decimal point.
  ['0.30', '2026-11-25T00:30:00.000Z'],
  ['0.05', '2026-11-25T00:05:00.000Z'],
  ['25/11/2026 0.30', '2026-11-25T00:30:00.000Z'],
  ['.3125', '2026-11-25T07:30:00.000Z'],
])('the time %s is %s', (time, expected) => {
  expect(read({ time }).entry?.time).toBe(expected);
});

test('a time is that of the organisation', () => {
  expect(readEntry({ ...VALUE, time: '14:05' }, { ...AT, date: '2026-08-06' }).entry?.time).toBe('2026-08-06T13:05:00.000Z');
});

test('what cannot be read is said at its cell', () => {
  expect(messages({ outcome: '' })).toEqual(['The outcome must be one of AGREED, DECLINED, MORE_TIME, WITHDRAWN']);
  expect(messages({ outcome: 'SIGNED' })).toHaveLength(1);
  for (const time of ['', 'noon', '25:00', '14:60', '14', '0.5', '.30', '2026-11-25'])
    expect(messages({ time })).toEqual(['Write the time like 14:05, or with its day like 25/11/2026 14:05']);
  expect(messages({ time: '31/02/2026 14:05' })).toEqual(['There is no 31 February 2026']);
  // The last moment of a day is not the first one of it.
  expect(messages({ time: '0.99999' })).toEqual(['The time must not be in the future']);
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

test('sheets that were printed by a build before are read: Consultee and Confirmer', () => {
  for (const word of ['consultee', 'Consultee', 'person consulted'])
    expect(readSigner(`Ann Fir, ${word}`)).toEqual({ name: 'Ann Fir', role: 'CONSULTEE' });
  for (const word of ['Confirmer', 'confirming clinician'])
    expect(readSigner(`Dr Ash, ${word}`)).toEqual({ name: 'Dr Ash', role: 'CONFIRMER' });
});

test('columns are found by their headings, wherever they stand', () => {
  const headings = [...SHEET_LOCKED, 'Outcome', 'Time', 'Signer, role', 'Clinician', 'Interpreter', 'Note'];
  expect(sheetColumns(headings)?.fields.note).toBe(15);
  expect(sheetColumns(headings.toReversed())?.code).toBe(15);
  expect(sheetColumns(headings.filter((each) => each !== 'Note'))).toBeUndefined();
  expect(sheetColumns(headings.slice(1))).toBeUndefined();
});

const MADE = { version: 3, digest: 'a', at: '2026-11-25T08:00:30.000Z' };
const THEN = { version: 3, digest: 'a', status: 'SENT' as CaseStatus, isImported: false };
const judge = (over: Partial<Parameters<typeof judgeEntry>[0]>) =>
  judgeEntry({ entry: ENTRY, made: MADE, now: THEN, before: [], fitsSigner: true, ...over });

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

test('a no to a signed form takes it back by a choice of its own, and nobody is told a false reason', () => {
  const signed = { ...THEN, status: 'SIGNED' as const };
  const no = { ...ENTRY, outcome: 'DECLINED' as const };
  expect(judge({ now: signed, entry: no })).toBe('WITHDRAWS');
  expect(judge({ now: { ...signed, version: 9 }, entry: no, before: [ENTRY] })).toBe('WITHDRAWS');
  expect(judge({ now: { ...signed, isImported: true } })).toBe('IMPORTED');
  expect([SHEET_CLASH_WORDS.SIGNED, SHEET_CLASH_WORDS.IMPORTED]).toEqual([
    'A signed consent is here already',
    'An imported consent is in force',
  ]);
  expect(judge({ fitsSigner: false })).toBe('OTHER_SIGNER');
  expect(judge({ fitsSigner: false, now: { ...THEN, version: 4 } })).toBe('CHANGED');
  expect(SHEET_CLASHES.every((each) => SHEET_CLASH_WORDS[each] !== '')).toBe(true);
});

test('the outcomes that a form in each state takes', () => {
  const patientStatus = 'ACTIVE';
  const boxes = (status: CaseStatus, of: PatientStatus = patientStatus) =>
    sheetBoxes({ status, isNewest: true, patientStatus: of }).join(' ');
  const table = (of?: PatientStatus) =>
    Object.fromEntries(CASE_STATUSES.map((status) => [status, boxes(status, of)]).filter(([, each]) => each !== ''));
  const out = 'AGREED DECLINED MORE_TIME';
  expect(table()).toEqual({ SENT: out, PARTIALLY_SIGNED: out, SIGNED: 'AGREED WITHDRAWN' });
  for (const gone of ['MERGED', 'DECEASED'] as const)
    expect(table(gone)).toEqual({ SENT: 'DECLINED', PARTIALLY_SIGNED: 'DECLINED', SIGNED: 'WITHDRAWN' });
  const fault = (outcome: SheetOutcome, form: Partial<SheetForm>) =>
    outcomeFault(outcome, { status: 'SENT', isNewest: true, patientStatus, ...form });
  expect(fault('AGREED', { isNewest: false })).toMatch(/newer version/);
  expect(fault('MORE_TIME', { status: 'SIGNED' })).toMatch(/withdraw it/);
  expect(fault('DECLINED', { status: 'SIGNED' })).toBeNull();
  expect(fault('WITHDRAWN', {})).toMatch(/Write DECLINED/);
  expect(fault('AGREED', { patientStatus: 'MERGED' })).toMatch(/merged into another.*Open a new form/);
  expect(fault('MORE_TIME', { patientStatus: 'DECEASED' })).toMatch(/deceased.*Keep the paper/);
});

const signer = (role: 'PATIENT' | 'PARENT' | 'CLINICIAN' | 'INTERPRETER', name: string, signing_order: number) => ({
  role,
  name,
  signing_order,
  state: 'WAITING' as const,
});
const ADULT = [signer('PATIENT', 'Mary Beech', 1), signer('CLINICIAN', 'Dr Ash', 2)];
const PARENTS = [signer('PARENT', 'Ann Fir', 1), signer('PARENT', 'Bob Fir', 2), signer('CLINICIAN', 'Dr Ash', 3)];

test('who said no is certain, or nobody', () => {
  expect(declinerOf(ADULT, { signer: 'M. Beech', role: null })?.signing_order).toBe(1);
  expect(declinerOf(ADULT, { signer: 'Mary Beech', role: 'PARENT' })).toBeUndefined();
  expect(declinerOf(PARENTS, { signer: 'FIR, Bob', role: 'PARENT' })?.signing_order).toBe(2);
  expect(declinerOf(PARENTS, { signer: 'bob fir', role: null })?.signing_order).toBe(2);
  expect(declinerOf(PARENTS, { signer: 'B Fir', role: 'PARENT' })).toBeUndefined();
});

test.each([
  ['Mary Beech', true],
  ['BEECH, Mary', true],
  ['M. Beech', true],
  ['Mrs Mary Beech', true],
  ['M B', false],
  ['Beech', false],
  ['Mrs Beech', false],
  ['John Beech', false],
  ['Mary Beech Mary', false],
  ['Mary Ann Beech', false],
  ['constructor', false],
  ['__proto__', false],
])('%s as the signer of the form of Mary Beech: %s', (written, fits) => {
  for (const outcome of ['AGREED', 'DECLINED'] as const)
    expect(fitsSigner(ADULT, { ...ENTRY, outcome, signer: written, role: 'PATIENT' })).toBe(fits);
  expect(fitsSigner(ADULT, { ...ENTRY, outcome: 'MORE_TIME', signer: written })).toBe(true);
});

test('a name fits one of the persons of its role', () => {
  const fits = (written: string, role: SheetEntry['role'], signers = PARENTS) =>
    fitsSigner(signers, { ...ENTRY, signer: written, role });
  expect(fits('Bob Fir', 'PARENT')).toBe(true);
  expect(fits('Bob Fir', null)).toBe(true);
  expect(fits('Bob Fir', 'PATIENT')).toBe(false);
  expect(fits('Ash', 'CLINICIAN')).toBe(true);
  expect(fits('Beech, Mary', 'PATIENT', [signer('PATIENT', 'Mary Ann Beech', 1)])).toBe(true);
  expect(fits('Somebody', 'PATIENT', [signer('PATIENT', '', 1)])).toBe(true);
});

test('words that every object knows are texts like others', () => {
  for (const text of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    expect(messages({ outcome: text })).toHaveLength(1);
    expect(messages({ time: text })).toHaveLength(1);
    expect(readSigner(`Mary Beech, ${text}`)).toEqual({ name: `Mary Beech, ${text}`, role: null });
    expect(sheetColumns([text])).toBeUndefined();
    expect(readEntry({ ...VALUE, time: `${text} 14:05` }, AT).faults).toHaveLength(1);
  }
});

test('a cell that could not be read, or whose letters were read wrongly, is a fault and no name or note', () => {
  for (const field of SHEET_FIELDS) {
    const { entry, faults } = read({ [field]: 'M\uFFFDller' });
    expect([entry, faults.some(({ path, message }) => path === field && message.includes('could not be read'))], field).toEqual([
      undefined,
      true,
    ]);
  }
  const { entry, faults } = readEntry({ ...VALUE, signer: 'Mary MÃ¼ller, patient' }, { ...AT, misread: ['signer'] });
  expect([entry, faults]).toEqual([
    undefined,
    [{ path: 'signer', message: 'The Signer looks as if letters were read wrongly. Enter it again.' }],
  ]);
});
