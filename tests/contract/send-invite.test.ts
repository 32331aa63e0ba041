import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { newPersonOf } from '#domain/signing/invite.ts';
import * as v from 'valibot';

const id = '0190f3a0-0000-7000-8000-000000000001';
const read = (...invites: unknown[]) => v.safeParse(calls.recordSendInvite.input, { id, invites });
const faults = (...invites: unknown[]) =>
  faultsOf(read(...invites).issues ?? []).map(({ path, message }) => `${path}: ${message}`);

/** The shape of the specification: a new person. */
const PERSON = {
  name: 'Ben Demo-Father',
  email: 'Ben@Example.org',
  phone: '07700 900123',
  role: 'PARENT',
  channel: 'EMAIL',
};

test('the specification’s shape is taken beside ours, with and without a telephone, and in one call', () => {
  const { phone: _, ...unreachable } = PERSON;
  const ours = { signing_order: 1, channel: 'QR', addressConfirmed: true };
  const { output, success } = read(PERSON, unreachable, ours, { signing_order: 2, channel: 'EMAIL' });
  expect(success).toBe(true);
  const invites = v.parse(calls.recordSendInvite.input, output).invites;
  expect(invites[0]).toEqual({ ...PERSON, email: 'ben@example.org' });
  // An invite of before is as it was: no key is added to it.
  expect(invites.slice(2)).toEqual([ours, { signing_order: 2, channel: 'EMAIL' }]);
  expect(invites.map((each) => newPersonOf(each)?.name ?? null)).toEqual([PERSON.name, PERSON.name, null, null]);
});

test.each([
  [{ channel: 'QR' }, ['invites.0.signing_order: Say to whom: the place of a signer, or the name and the role of a new person']],
  [
    { ...PERSON, signing_order: 1 },
    ['invites.0.signing_order: A signer of the form has a place, a new person has none yet: say one of the two'],
  ],
  [
    { signing_order: 1, channel: 'QR', parent: {} },
    ['invites.0.signing_order: A signer of the form has a place, a new person has none yet: say one of the two'],
  ],
  [{ ...PERSON, name: undefined }, ['invites.0.name: Enter the name']],
  [{ ...PERSON, name: '\u200B' }, ['invites.0.name: Enter the name']],
  [{ ...PERSON, role: undefined }, ['invites.0.role: Say in which role']],
  [{ ...PERSON, email: 'nowhere' }, ['invites.0.email: The Email must be an e-mail address']],
  [{ ...PERSON, phone: 7 }, ['invites.0.phone: The Phone must be text']],
  [{ ...PERSON, signs: true }, ['invites.0.signs: There is no such field']],
  [{ ...PERSON, parent: { name: 'Ada' } }, ['invites.0.parent.name: There is no such field']],
  [{ ...PERSON, parent: { signs: false } }, ['invites.0.parent.signs: There is no such field']],
  [{ ...PERSON, interpreter: { signing: 'HERE' } }, ['invites.0.interpreter.signing: There is no such field']],
  [{ ...PERSON, parent: null }, ['invites.0.parent: This is not of the right kind']],
  ['Ben', ['invites.0: This is not of the right kind']],
  [null, ['invites.0: This is not of the right kind']],
])('a wrong invite names its field: %j', (invite, expected) => {
  expect(faults(invite)).toEqual(expected);
});

test('the channel and the role are named where they are not known', () => {
  expect(faults({ ...PERSON, channel: 'DEVICE' })).toEqual(['invites.0.channel: The channel must be one of EMAIL, QR']);
  expect(faults({ ...PERSON, role: 'NURSE' })[0]).toMatch(/^invites\.0\.role: The Role must be one of PATIENT, /);
});
