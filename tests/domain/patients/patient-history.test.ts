import { expect, test } from 'vitest';
import { historyChanges, historyValues, withoutContactValues } from '#domain/patients/patient-history.ts';
import { EMPTY_PATIENT } from '#domain/patients/patient.ts';

const before = { ...EMPTY_PATIENT, lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14', status: 'ACTIVE' as const };

test.each([
  ['one field', { firstName: 'Amber' }, [{ field: 'firstName', from: '', to: 'Amber' }]],
  ['an emptied field', { lastName: 'Demo-Ash' }, [{ field: 'lastName', from: 'Demo-Rowan', to: 'Demo-Ash' }]],
  ['nothing', {}, []],
  ['empty text and null are both empty', { phoneNumber: null }, []],
  [
    'one part of a field with parts',
    { communication: { ...before.communication, language: 'pl' } },
    [{ field: 'language', from: 'en', to: 'pl' }],
  ],
  ['protection switched on', { restricted: true }, [{ field: 'restricted', from: false, to: true }]],
  ['the status', { status: 'DECEASED' as const }, [{ field: 'status', from: 'ACTIVE', to: 'DECEASED' }]],
])('the history names %s', (_, change, expected) => {
  expect(historyChanges(before, { ...before, ...change })).toEqual(expected);
});

test('a switch back is a change as well', () => {
  expect(historyChanges({ ...before, restricted: true }, before)).toEqual([{ field: 'restricted', from: true, to: false }]);
});

test('of a new patient the filled fields are named, in the order of the form', () => {
  expect(historyChanges(null, before).map(({ field, to }) => [field, to])).toEqual([
    ['lastName', 'Demo-Rowan'],
    ['dateOfBirth', '1950-03-14'],
    ['language', 'en'],
    ['format', 'STANDARD'],
    ['status', 'ACTIVE'],
  ]);
});

test('values of some fields are named by the boxes of the form, and nothing else is', () => {
  expect(historyValues({ communication: { language: 'cy' }, version: 3, id: 'x', sex: null })).toEqual({
    language: 'cy',
    sex: null,
  });
});

test('contact details lose their values and keep that they changed', () => {
  expect(
    withoutContactValues([
      { field: 'phoneNumber', from: null, to: '01632 960001' },
      { field: 'lastName', from: 'A', to: 'B' },
    ]),
  ).toEqual([
    { field: 'phoneNumber', from: null, to: null, hidden: true },
    { field: 'lastName', from: 'A', to: 'B' },
  ]);
});
