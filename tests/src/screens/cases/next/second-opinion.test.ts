import { expect, test } from 'vitest';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { nextStep } from '#src/screens/cases/next/next-step.ts';
import { mayGiveSecondOpinion } from '#src/screens/cases/next/second-opinion.ts';
import { consent, signer } from '../build.ts';

const may = (key: string) => SEEDED_ROLES.find((role) => role.key === key)?.permissions ?? [];
const clinician = { _id: '01890000-0000-7000-8000-000000000099', name: 'Demo Clinician' };
const waiting = consent({
  formType: 'FORM_4',
  status: 'PARTIALLY_SIGNED',
  clinician,
  recipients: [signer('CLINICIAN', 1, 'SIGNED'), signer('SECOND_OPINION', 2)],
});
const other = { userId: '01890000-0000-7000-8000-000000000098', permissions: may('CLINICIAN') };

test('another clinician may give the second opinion while it waits', () => {
  expect(mayGiveSecondOpinion(waiting, other)).toBe(true);
  expect(mayGiveSecondOpinion({ ...waiting, status: 'DECLINED' }, other)).toBe(false);
  const given = [signer('CLINICIAN', 1), signer('SECOND_OPINION', 2, 'SIGNED')];
  expect(mayGiveSecondOpinion({ ...waiting, recipients: given }, other)).toBe(false);
});

test('neither the clinician whose form it is nor somebody who may not sign gives it', () => {
  expect(mayGiveSecondOpinion(waiting, { ...other, userId: clinician._id })).toBe(false);
  expect(mayGiveSecondOpinion(waiting, { ...other, permissions: may('NURSE') })).toBe(false);
  expect(mayGiveSecondOpinion(waiting, { ...other, userId: undefined })).toBe(false);
});

test('it is the next step once it is the next signature', () => {
  expect(nextStep(waiting, other)).toMatchObject({ kind: 'second-opinion', mayGiveOpinion: true });
  expect(nextStep(waiting, { ...other, userId: clinician._id })).toMatchObject({
    kind: 'second-opinion',
    mayGiveOpinion: false,
    signers: [{ role: 'SECOND_OPINION' }],
  });
  expect(nextStep(waiting, { ...other, permissions: may('READ_ONLY') })).toMatchObject({ kind: 'others' });
});

test('beside the clinician’s own signature, another clinician is asked for the second opinion alone', () => {
  const both = { ...waiting, recipients: [signer('CLINICIAN', 1), signer('SECOND_OPINION', 2)] };
  expect(nextStep(both, other)).toMatchObject({ kind: 'second-opinion', mayGiveOpinion: true });
  expect(nextStep(both, { ...other, userId: clinician._id })).toEqual({ kind: 'sign', signers: [] });
});
