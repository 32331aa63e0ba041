import { expect, test } from 'vitest';
import { mayAskToWithdraw, withdrawalWords } from '#domain/cases/withdrawal.ts';
import { RECORDED_BY } from '#domain/cases/event-author.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';

const ADA = { kind: 'SIGNER', name: 'Ada Demo', role: 'PATIENT' } as const;
const NURSE = { kind: 'STAFF', name: 'Demo Nurse', role: 'Nurse' } as const;
const byNurse = { [RECORDED_BY.name]: 'Demo Nurse', order: 1 };

test.each([
  [
    ADA,
    { ...byNurse, how: 'PHONE', reason: 'I thought better of it' },
    'Withdrawn by Ada Demo, patient, by telephone, recorded by Demo Nurse: “I thought better of it”',
  ],
  [
    ADA,
    { ...byNurse, how: 'HERE', reason: '' },
    'Withdrawn by Ada Demo, patient, in person, recorded by Demo Nurse. No reason was given.',
  ],
  [
    ADA,
    { ...byNurse, how: 'LETTER' },
    'Withdrawn by Ada Demo, patient, by letter or email, recorded by Demo Nurse. No reason was given.',
  ],
  [ADA, { isByLink: true, reason: 'No' }, 'Withdrawn by Ada Demo, patient, by a link: “No”'],
  // A build before said neither who asked nor how: nothing is said of it.
  [ADA, { reason: 'No' }, 'Withdrawn by Ada Demo, patient: “No”'],
  [NURSE, { reason: 'Changed her mind' }, 'Withdrawn, recorded by Demo Nurse: “Changed her mind”'],
  [NURSE, { reason: '' }, 'Withdrawn, recorded by Demo Nurse. No reason was given.'],
  [{ kind: 'SIGNER', name: '', role: 'PATIENT' } as const, {}, 'Withdrawn. No reason was given.'],
])('%j, %j: %s', (actor, detail, words) => {
  expect(withdrawalWords({ actor, detail })).toBe(words);
});

test('the patient and those who are asked about the treatment can ask for a withdrawal, and nobody of the hospital', () => {
  expect(SIGNER_ROLES.filter(mayAskToWithdraw)).toEqual(['PATIENT', 'PARENT', 'CHILD', 'CONSULTEE']);
});
