import { expect, test } from 'vitest';
import { identityWords } from '#domain/consents/identity-words.ts';

const patient = {
  firstName: 'Amber',
  lastName: 'Demo-Rowan',
  dateOfBirth: '1950-03-14',
  nhsNumber: '9990000018',
  hospitalNumber: null,
};
const eye = { procedureName: 'Cataract surgery with lens implant', side: 'RIGHT', site: 'eye' } as const;
const throat = { procedureName: 'Tonsillectomy', side: null, site: '' } as const;

test('the bar says who, how old, which number, and what on which side', () => {
  expect(identityWords(patient, [eye, throat], '2026-08-06')).toEqual({
    surname: 'Demo-Rowan',
    firstName: 'Amber',
    born: '14 March 1950',
    age: '76 years',
    nhsNumber: '999 000 0018',
    hospitalNumber: undefined,
    procedures: [
      { name: 'Cataract surgery with lens implant', side: 'RIGHT eye' },
      { name: 'Tonsillectomy', side: undefined },
    ],
  });
});

test('more than two procedures are counted, never dropped', () => {
  expect(identityWords(patient, [eye, throat, throat, throat], '2026-08-06').procedures.at(-1)?.name).toBe('2 more');
});

test('somebody without an NHS number, and a child of one year, are told as they are', () => {
  const child = identityWords({ ...patient, nhsNumber: null, dateOfBirth: '2025-08-06' }, [], '2026-08-06');
  expect(child).toMatchObject({ nhsNumber: null, age: '1 year', procedures: [] });
});
