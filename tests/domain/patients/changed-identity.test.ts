import { expect, test } from 'vitest';
import { changedIdentity } from '#domain/patients/changed-identity.ts';

const FORM = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: 'H1' };

test.each([
  [{}, []],
  [{ lastName: 'Demo-Oak' }, ['Last name']],
  [{ dateOfBirth: '1950-03-15', nhsNumber: '9990000018' }, ['Date of birth', 'NHS number']],
  [{ firstName: '', hospitalNumber: null }, ['First name', 'Hospital number']],
  [{ phoneNumber: '07700900001' }, []],
])('of %o the form says otherwise: %o', (change, fields) => {
  expect(changedIdentity(FORM, { ...FORM, ...change })).toEqual(fields);
});
