import { openRefusals } from '#domain/signing/refused-identity.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { expect, test } from 'vitest';

type Event = string | readonly [type: string, role: string, name?: string];

const STAFF = { role: 'Clinician', name: 'Demo Clinician' };

function wrongFor(events: readonly Event[], waitingFor: readonly SignerRole[] = ['PATIENT', 'CLINICIAN']) {
  const timeline = events.map((each) =>
    typeof each === 'string' ? { type: each, actor: STAFF } : { type: each[0], actor: { role: each[1], name: each[2] ?? '' } },
  );
  return openRefusals({ status: 'SENT', waitingFor, timeline }).map(({ role, name }) => `${role} ${name}`.trim());
}

test('wrong details stand until the patient confirms who they are, or the form is made ready anew', () => {
  const no = ['IDENTITY_REFUSED', 'PATIENT'] as const;
  expect(wrongFor(['CONSENT_SENT'])).toEqual([]);
  expect(wrongFor(['CONSENT_SENT', no])).toEqual(['PATIENT']);
  expect(wrongFor(['CONSENT_SENT', no, ['IDENTITY_CONFIRMED', 'PATIENT']])).toEqual([]);
  expect(wrongFor(['CONSENT_SENT', no, 'CONSENT_SENT', ['MORE_TIME', 'PATIENT']])).toEqual([]);
  expect(
    openRefusals({ status: 'DRAFT', waitingFor: ['PATIENT'], timeline: [{ type: no[0], actor: { role: no[1], name: '' } }] }),
  ).toEqual([]);
});

test.for(['PARENT', 'CHILD', 'CONSULTEE', 'SECOND_OPINION', 'INTERPRETER', 'WITNESS'] as const)(
  'the no of a waiting %s counts, and of one who is not waited for does not',
  (role) => {
    expect(wrongFor([['IDENTITY_REFUSED', role, 'Demo']], [role, 'CLINICIAN'])).toEqual([`${role} Demo`]);
    expect(wrongFor([['IDENTITY_REFUSED', role, 'Demo']])).toEqual([]);
  },
);

test('of two parents the yes of one does not take back the no of the other', () => {
  const waiting = ['PARENT', 'PARENT', 'CLINICIAN'] as const;
  const no = ['IDENTITY_REFUSED', 'PARENT', 'Ada Demo'] as const;
  expect(wrongFor([no, ['IDENTITY_CONFIRMED', 'PARENT', 'Ben Demo']], waiting)).toEqual(['PARENT Ada Demo']);
  expect(wrongFor([no, ['IDENTITY_CONFIRMED', 'PARENT', 'Ada Demo']], waiting)).toEqual([]);
  expect(wrongFor([no, ['IDENTITY_CONFIRMED', 'PARENT']], waiting), 'a tablet knows no names').toEqual([]);
  expect(wrongFor([no, ['DECLINED', 'PARENT', 'Ada Demo']], waiting), 'has answered, and signs nothing').toEqual([]);
});

test('an interpreter says who they are by an event of their own', () => {
  const no = ['IDENTITY_REFUSED', 'INTERPRETER', 'Demo'] as const;
  expect(wrongFor([no, ['INTERPRETER_CONFIRMED', 'INTERPRETER', 'Demo']], ['INTERPRETER'])).toEqual([]);
});
