import { expect, test } from 'vitest';
import { SIGN_METHODS } from '#domain/base/states.ts';
import {
  givesSecondOpinion,
  isChild,
  isClinician,
  isConsultee,
  isInterpreter,
  isParent,
  isPatientOnOwnForm,
  isSignerRole,
  isWitness,
  ROLE_RULES,
  SIGNER_ROLES,
  signsAsStaff,
  signsUnderAccount,
} from '#domain/forms/signer-roles.ts';

const rolesWhere = (holds: (role: (typeof SIGNER_ROLES)[number]) => boolean) => SIGNER_ROLES.filter(holds).join(' ');

test('who decides signs in the place of the patient, and nobody else does', () => {
  const deciders = rolesWhere((role) => ROLE_RULES[role].decides);
  expect(deciders).toBe('PATIENT PARENT CHILD');
  expect(rolesWhere((role) => ROLE_RULES[role].block === 'consent-patient')).toBe(deciders);
});

test('whoever decides may ask, may say no to the treatment, and may have a witness', () => {
  const all = SIGNER_ROLES.filter((role) => ROLE_RULES[role].decides).map((role) => ROLE_RULES[role]);
  for (const { mayAsk, mayDecline, isAttested } of all) expect({ mayAsk, mayDecline, isAttested }).toEqual(FREE);
});
const FREE = { mayAsk: true, mayDecline: 'counts', isAttested: true };

test('nobody of the hospital signs by a link or has a witness, and nobody who is there in person alone has a link', () => {
  const staff = rolesWhere((role) => ROLE_RULES[role].isStaff !== false);
  expect(staff).toBe('CLINICIAN CONFIRMER SECOND_OPINION');
  for (const role of SIGNER_ROLES) {
    const { isStaff, mayUseLink, isAttested, block } = ROLE_RULES[role];
    if (isStaff !== false || block === null) expect([role, mayUseLink, isAttested]).toEqual([role, false, false]);
  }
});

test('no ticket reaches the place of the clinician, and a confirmation on the day is no signature of the form', () => {
  expect(rolesWhere(signsUnderAccount)).toBe('CLINICIAN');
  expect(rolesWhere(signsAsStaff)).toBe('CLINICIAN SECOND_OPINION');
  expect(rolesWhere(givesSecondOpinion)).toBe('SECOND_OPINION');
  expect(rolesWhere((role) => !ROLE_RULES[role].signsForm)).toBe('CONFIRMER');
});

test('the patient alone is asked for as the patient, and comments stand apart by who wrote them', () => {
  const patients = rolesWhere((role) => ROLE_RULES[role].isPatient);
  expect(patients).toBe('PATIENT CHILD');
  expect(rolesWhere((role) => ROLE_RULES[role].identifies === 'patient')).toBe(patients);
  expect(rolesWhere((role) => ROLE_RULES[role].comments === 'patient')).toBe(patients);
});

test('a text is a role only by the word of the wire', () => {
  expect(SIGNER_ROLES.every(isSignerRole)).toBe(true);
  for (const other of ['patient', 'Patient', 'STAFF', '', null, undefined, 1, ...SIGN_METHODS])
    expect(isSignerRole(other)).toBe(false);
});

test.each([
  ['PATIENT', isPatientOnOwnForm],
  ['PARENT', isParent],
  ['CHILD', isChild],
  ['CLINICIAN', isClinician],
  ['INTERPRETER', isInterpreter],
  ['WITNESS', isWitness],
  ['CONSULTEE', isConsultee],
] as const)('one identity is true of %s alone', (role, isRole) => {
  expect(rolesWhere(isRole)).toBe(role);
  expect([null, undefined, '', role.toLowerCase()].filter(isRole)).toEqual([]);
});
