import { expect, test } from 'vitest';
import type { SheetRow } from '#src/queries/theatre-sheet.ts';
import {
  chosenRows,
  lineCounts,
  lineState,
  namesWords,
  sheetOutcomeWords,
  reportWords,
} from '#src/screens/lists/sheet/sheet-lines.ts';

const row = (change: Partial<SheetRow>): SheetRow => ({
  row: 2,
  code: '000000000',
  ok: true,
  isThere: false,
  recordID: null,
  clash: null,
  value: { outcome: 'AGREED', time: '14:05', signer: '', clinician: '', interpreter: '', note: '' },
  errors: [],
  shown: null,
  at: null,
  before: [],
  ...change,
});

const fits = row({ row: 2 });
const there = row({ row: 3, isThere: true });
const faulty = row({ row: 4, ok: false, errors: [{ path: 'code', message: 'No' }] });
const clash = row({ row: 5, ok: false, clash: 'CHANGED' });
const bothWrong = row({ row: 6, ok: false, clash: 'SIGNED', errors: [{ path: 'outcome', message: 'No' }] });
const all = [fits, there, faulty, clash, bothWrong];

test('a row with a clash is written by a choice alone, and then with the clash that was seen', () => {
  expect(chosenRows(all, new Map())).toEqual([{ row: 2 }]);
  expect(chosenRows(all, new Map([[5, 'TAKE' as const]]))).toEqual([{ row: 2 }, { row: 5, clash: 'CHANGED' }]);
  expect(chosenRows(all, new Map([[5, 'LEAVE' as const]]))).toEqual([{ row: 2 }]);
  // No answer makes a faulty row, or one that is there, a row to write.
  const everywhere = new Map(all.map(({ row: number }) => [number, 'TAKE' as const]));
  expect(chosenRows(all, everywhere).map((each) => each.row)).toEqual([2, 5]);
});

test('the foot counts what becomes of the rows', () => {
  expect(lineCounts(all, new Map())).toBe('1 ready, 1 to choose, 2 not read, 1 already there');
  expect(lineCounts(all, new Map([[5, 'LEAVE' as const]]))).toBe('1 ready, 1 left out, 2 not read, 1 already there');
  expect(all.map((each) => lineState(each, new Map()))).toEqual(['READY', 'THERE', 'FAULT', 'ASK', 'FAULT']);
});

test('an outcome is said in words, and one that is none as it was written', () => {
  expect(['AGREED', 'more time', 'SIGNED', ''].map(sheetOutcomeWords)).toEqual([
    'Agreed, on paper',
    'Asked for more time',
    'SIGNED',
    '',
  ]);
  const before = {
    outcome: 'DECLINED' as const,
    time: '2026-08-06T14:05:00.000Z',
    signer: 'Mary Beech',
    role: 'PATIENT' as const,
    clinician: '',
    interpreter: '',
    note: '',
    at: '2026-08-06T15:00:00.000Z',
    by: 'Demo Clinician',
  };
  expect(reportWords(before, 'Europe/London')).toBe('Did not agree · 6 August 2026, 15:05 BST · Mary Beech, patient');
});

test('the names of the form stand beside a name that was written', () => {
  const patient = { firstName: 'Mary', lastName: 'Beech', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: null };
  const shown = { patient, mergedFrom: null, procedures: [], signers: [{ signer: 'Mary Beech', role: 'PATIENT' as const }] };
  const value = { ...fits.value, signer: 'John Beech' };
  expect(namesWords(row({ shown, value }))).toBe('On the form: Mary Beech, patient');
  expect(namesWords(row({ shown }))).toBe('');
  expect(namesWords(row({ value }))).toBe('');
});
