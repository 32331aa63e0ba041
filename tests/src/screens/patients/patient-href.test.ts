import { patientHref } from '#src/screens/patients/patient-href.ts';
import { expect, test } from 'vitest';

test('choosing a patient starts the form', () => {
  expect(patientHref({ id: 'p', status: 'ACTIVE' }, true)).toBe('/create-consent?patient=p');
});

test('a deceased or merged patient leads to the record that says why no consent can start', () => {
  expect(patientHref({ id: 'p', status: 'DECEASED' }, true)).toBe('/patient/detail?id=p');
  expect(patientHref({ id: 'p', status: 'MERGED' }, true)).toBe('/patient/detail?id=p');
});
