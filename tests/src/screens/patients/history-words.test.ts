import type { PatientHistoryEntry } from '#src/queries/patient-history.ts';
import { historyWords } from '#src/screens/patients/history-words.ts';
import { settledFields } from '#src/screens/patients/patient-conflict.ts';
import { EMPTY_FORM } from '#src/screens/patients/patient-form.ts';
import { expect, test } from 'vitest';

const entry = (change: Partial<PatientHistoryEntry>): PatientHistoryEntry => ({
  seq: 2,
  at: '2026-08-06T14:05:00.000Z',
  kind: 'UPDATED',
  by: 'Demo Nurse',
  device: null,
  capturedAt: null,
  changes: [],
  isIntact: true,
  ...change,
});
const linesOf = (change: Partial<PatientHistoryEntry>) => historyWords(entry(change), 'Europe/London').lines;

test.each<[string, Partial<PatientHistoryEntry>, readonly string[]]>([
  [
    'a change with both values',
    { changes: [{ field: 'lastName', from: 'Demo-Smyth', to: 'Demo-Smith' }] },
    ['Last name: from Demo-Smyth to Demo-Smith'],
  ],
  [
    'an empty value, a choice and a switch',
    {
      changes: [
        { field: 'phoneNumber', from: null, to: '01632 960001' },
        { field: 'format', from: 'STANDARD', to: 'LARGE_PRINT' },
        { field: 'restricted', from: false, to: true },
      ],
    },
    [
      'Phone number: from empty to 01632 960001',
      'Reading format: from Standard to Large print',
      'Hide address, telephone and email: from no to yes',
    ],
  ],
  ['a hidden value', { changes: [{ field: 'address', from: null, to: null, hidden: true }] }, ['Address: hidden']],
  [
    'a new patient',
    { kind: 'CREATED', changes: [{ field: 'dateOfBirth', from: null, to: '1950-03-14' }] },
    ['Date of birth: 14 March 1950'],
  ],
  [
    'a merge by the number and name of the other record, not by its id',
    {
      kind: 'MERGED',
      recordID: 'P-000004',
      name: 'DEMO-SMITH, Jo',
      changes: [
        { field: 'status', from: 'ACTIVE', to: 'MERGED' },
        { field: 'mergedInto', from: null, to: 'an-id' },
      ],
    },
    ['P-000004 DEMO-SMITH, Jo', 'Status: from Active to Merged into another record'],
  ],
  [
    'a value that lost against another’s, with the tablet and the time',
    {
      kind: 'CHOSEN',
      device: 'Ward 7',
      enteredAt: '2026-08-06T12:00:00.000Z',
      changes: [{ field: 'lastName', from: 'Typed', to: 'Saved', resolution: 'THEIRS' }],
    },
    ['Last name, not kept: Typed, entered by Demo Nurse. Saved stays.', 'Entered on Ward 7: 6 August 2026, 13:00 BST'],
  ],
  [
    'a value that was saved before and lost against the tablet’s',
    { kind: 'CHOSEN', changes: [{ field: 'lastName', from: 'Saved', to: 'Typed', resolution: 'MINE' }] },
    ['Last name, not kept: Saved, which was saved before. Typed, entered by Demo Nurse, stays.'],
  ],
  [
    'combined changes by their fields',
    { kind: 'COMBINED', changes: [{ field: 'address', from: null, to: null, resolution: 'BOTH' }] },
    ['Address'],
  ],
  ['a forged line', { isIntact: false }, ['This line is not as it was written. Please tell your administrator.']],
])('a line of the history names %s', (_, change, lines) => {
  expect(linesOf(change)).toEqual(lines);
});

test('a settled clash goes into the history with both values, protected contact details without them, an open one not', () => {
  const clashes = [
    { field: 'lastName' as const, mine: 'Typed', theirs: 'Saved' },
    { field: 'phoneNumber' as const, mine: '01632 960001', theirs: '' },
    { field: 'firstName' as const, mine: 'A', theirs: 'B' },
  ];
  const settled = (isProtected: boolean) =>
    settledFields({ form: EMPTY_FORM, clashes, taken: [] }, { lastName: 'theirs', phoneNumber: 'mine' }, isProtected);
  expect(settled(false)).toEqual([
    { field: 'lastName', mine: 'Typed', theirs: 'Saved', resolution: 'THEIRS' },
    { field: 'phoneNumber', mine: '01632 960001', theirs: null, resolution: 'MINE' },
  ]);
  expect(settled(true)[1]).toEqual({ field: 'phoneNumber', mine: null, theirs: null, resolution: 'MINE' });
});
