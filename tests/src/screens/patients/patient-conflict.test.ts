import { mergePatientForms } from '#src/screens/patients/patient-conflict.ts';
import { EMPTY_FORM, type PatientForm } from '#src/screens/patients/patient-form.ts';
import { expect, test } from 'vitest';

const base: PatientForm = { ...EMPTY_FORM, lastName: 'Demo-Rowan', phoneNumber: '01000 000000', address: '1 Demo Road' };

test('both values of a field that two people changed are kept, side by side', () => {
  const merge = mergePatientForms({
    base,
    mine: { ...base, phoneNumber: '01111 111111' },
    theirs: { ...base, phoneNumber: '02222 222222' },
  });
  expect(merge.clashes).toEqual([{ field: 'phoneNumber', mine: '01111 111111', theirs: '02222 222222' }]);
  expect(merge.form.phoneNumber).toBe('01111 111111');
});

test('what only they changed is taken over and said', () => {
  const merge = mergePatientForms({
    base,
    mine: { ...base, phoneNumber: '01111 111111' },
    theirs: { ...base, lastName: 'Demo-Oak' },
  });
  expect(merge.clashes).toEqual([]);
  expect(merge.taken).toEqual(['lastName']);
  expect(merge.form).toEqual({ ...base, phoneNumber: '01111 111111', lastName: 'Demo-Oak' });
});

test('what both changed to the same value needs no choice', () => {
  const same = { ...base, address: '2 Demo Road' };
  expect(mergePatientForms({ base, mine: same, theirs: same })).toEqual({ form: same, clashes: [], taken: [] });
});

test('nothing that was typed is ever dropped by a merge', () => {
  const mine = { ...base, firstName: 'Amber', phoneNumber: '01111 111111', address: '' };
  const theirs = { ...base, phoneNumber: '02222 222222', address: '3 Demo Road', language: 'pl' };
  const { form, clashes } = mergePatientForms({ base, mine, theirs });
  for (const field of ['firstName', 'phoneNumber', 'address'] as const)
    expect(form[field] === mine[field] || clashes.some((clash) => clash.field === field && clash.mine === mine[field])).toBe(
      true,
    );
  expect(form.address).toBe('');
});
