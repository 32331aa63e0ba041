import { likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import { PATIENT_STATUSES, type PatientStatus } from '#domain/base/states.ts';
import { expect, test } from 'vitest';

type Known = Parameters<typeof likelyDuplicates>[0];

const one: Known = {
  id: 'one',
  lastName: 'Demo-Żółć',
  dateOfBirth: '1961-02-03',
  nhsNumber: '9990000018',
  hospitalNumber: 'HX1',
  status: 'ACTIVE',
};
const stranger: Known = {
  id: 'other',
  lastName: 'Demo-Oak',
  dateOfBirth: '1970-01-01',
  nhsNumber: null,
  hospitalNumber: null,
  status: 'ACTIVE',
};
const reasonFor = (change: Partial<Known>, patient = one) =>
  likelyDuplicates(patient, [{ ...stranger, ...change }]).map(({ reason }) => reason);

test.each<[string, Partial<Known>, string[]]>([
  ['shares nothing', {}, []],
  ['has the NHS number', { nhsNumber: '9990000018' }, ['NHS_NUMBER']],
  ['has the hospital number', { hospitalNumber: 'HX1' }, ['HOSPITAL_NUMBER']],
  ['has the hospital number in small letters', { hospitalNumber: 'hx-1' }, ['HOSPITAL_NUMBER']],
  ['has name and birth date', { lastName: 'Demo-Żółć', dateOfBirth: '1961-02-03' }, ['NAME_AND_BIRTH']],
  ['has the name in capitals', { lastName: 'DEMO-ŻÓŁĆ', dateOfBirth: '1961-02-03' }, ['NAME_AND_BIRTH']],
  ['has the name without its marks', { lastName: 'Demo-Zolc', dateOfBirth: '1961-02-03' }, ['NAME_AND_BIRTH']],
  ['has the name alone', { lastName: 'Demo-Żółć' }, []],
  ['has the birth date alone', { dateOfBirth: '1961-02-03' }, []],
  ['has both numbers', { nhsNumber: '9990000018', hospitalNumber: 'HX1' }, ['NHS_NUMBER']],
  ['has everything', { ...one, id: 'other' }, ['NHS_NUMBER']],
  ['is the same record', one, []],
])('another who %s', (_, change, reasons) => {
  expect(reasonFor(change)).toEqual(reasons);
});

test('numbers that nobody knows are not the same', () => {
  expect(reasonFor({}, { ...one, nhsNumber: null, hospitalNumber: null })).toEqual([]);
});

test.each<PatientStatus>(PATIENT_STATUSES)('one who is %s may be the same person, unless merged into another', (status) => {
  expect(reasonFor({ nhsNumber: '9990000018', status })).toEqual(status === 'MERGED' ? [] : ['NHS_NUMBER']);
});

test('what a merged record has leads to the record in use, once', () => {
  const inUse = { ...stranger, id: 'in-use', hospitalNumber: one.hospitalNumber };
  const merged = { ...stranger, id: 'merged', nhsNumber: one.nhsNumber, status: 'MERGED' as const, survivorID: 'in-use' };
  expect(likelyDuplicates(one, [merged, inUse])).toEqual([{ patient: inUse, reason: 'NHS_NUMBER' }]);
});

test('a shared number is told before a shared name, and never left out for one', () => {
  const others = Array.from({ length: 12 }, (_, nth) => ({
    ...stranger,
    id: `name-${nth}`,
    lastName: one.lastName,
    dateOfBirth: one.dateOfBirth,
  }));
  const same = { ...stranger, id: 'same', nhsNumber: one.nhsNumber };
  expect(likelyDuplicates(one, [...others, same])[0]).toEqual({ patient: same, reason: 'NHS_NUMBER' });
});

test('at most ten are told, in the order in which they came', () => {
  const others = Array.from({ length: 12 }, (_, nth) => ({ ...stranger, id: `other-${nth}`, hospitalNumber: 'HX1' }));
  expect(likelyDuplicates(one, others).map(({ patient }) => patient.id)).toEqual(others.slice(0, 10).map(({ id }) => id));
});
