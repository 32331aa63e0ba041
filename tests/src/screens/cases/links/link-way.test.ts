import { describe, expect, test } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { LinkView } from '#domain/signing/link.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import {
  invitedAgain,
  isAddressProtected,
  letterOf,
  mayInvite,
  noWayWords,
  rolesToInvite,
  warnsOfAdult,
  whyNoMail,
} from '#src/screens/cases/links/link-way.ts';
import { aParent } from '#tests/support/forms/form-2.ts';
import { consent, signer } from '#tests/src/screens/cases/build.ts';

const SENDS: readonly Permission[] = ['consents.send'];
const open = { restricted: false };
const hidden = { restricted: true };
const withMail = (one: Recipient): Recipient => ({ ...one, recipient_email: 'demo@example.org' });
type Around = Parameters<typeof whyNoMail>[0];
const around = (change: Partial<Around> = {}): Around => ({
  consent: consent(),
  patient: open,
  hasAddress: undefined,
  permissions: SENDS,
  ...change,
});

describe('a link by email', () => {
  test('goes to an address that the form has, or the patient has by now', () => {
    expect(whyNoMail(around(), withMail(signer('INTERPRETER', 2)))).toBeNull();
    expect(whyNoMail(around({ hasAddress: true }), signer('PATIENT', 1))).toBeNull();
    expect(whyNoMail(around({ hasAddress: undefined }), signer('PATIENT', 1)), 'the server decides').toBeNull();
  });

  test('goes to an adult whose address the form has', () => {
    const parent = aParent({ emailAddress: 'demo@example.org' });
    const adult = { ...signer('PARENT', 1), recipient_name: parent.name };
    const parents = [parent] as Consent['parents'];
    expect(whyNoMail(around({ consent: consent({ parents }) }), adult)).toBeNull();
    expect(whyNoMail(around({ consent: consent({ parents: [] }) }), adult)?.words).toContain('of this adult');
  });

  test('is not offered without an address, and the words say what mends that', () => {
    expect(whyNoMail(around({ hasAddress: false }), signer('PATIENT', 1))).toMatchObject({ isPatients: true });
    expect(whyNoMail(around(), signer('INTERPRETER', 2))?.words).toContain('of the interpreter');
    expect(whyNoMail(around(), signer('CONSULTEE', 2))?.words).toContain('Show a code instead');
  });

  test('to a protected address needs the permission to change patients, and the question', () => {
    expect(whyNoMail(around({ patient: hidden }), signer('PATIENT', 1))?.words).toContain('protected');
    expect(whyNoMail(around({ patient: hidden, permissions: [...SENDS, 'patients.write'] }), signer('PATIENT', 1))).toBeNull();
    const asked = (['PATIENT', 'CHILD', 'PARENT', 'INTERPRETER', 'CONSULTEE'] as const).filter((role) =>
      isAddressProtected({ patient: hidden }, { role }),
    );
    expect(asked).toEqual(['PATIENT', 'CHILD', 'PARENT']);
    expect(isAddressProtected({ patient: open }, { role: 'PATIENT' })).toBe(false);
  });
});

test('another adult of a protected patient is warned of', () => {
  expect(warnsOfAdult({ patient: hidden }, { role: 'PARENT' })).toBe(true);
  expect(warnsOfAdult({ patient: hidden }, { role: 'PATIENT' })).toBe(false);
  expect(warnsOfAdult({ patient: open }, { role: 'PARENT' })).toBe(false);
});

test('links are sent while a form is out and the server has it as it is shown', () => {
  const local = { isUnsent: false, signed: [], allSignedAt: null };
  expect(mayInvite({ status: 'SENT' }, SENDS)).toBe(true);
  expect(mayInvite({ status: 'PARTIALLY_SIGNED', local }, SENDS)).toBe(true);
  expect(mayInvite({ status: 'SENT' }, ['consents.read'])).toBe(false);
  expect(mayInvite({ status: 'SIGNED' }, SENDS)).toBe(false);
  expect(mayInvite({ status: 'SENT', local: { ...local, isUnsent: true } }, SENDS)).toBe(false);
  expect(mayInvite({ status: 'SENT', local: { ...local, allSignedAt: '2026-08-06T14:00:00.000Z' } }, SENDS)).toBe(false);
});

test('a form whose time has ended goes again to those who had a link and have an address', () => {
  const link = (signing_order: number) => ({ signing_order, state: 'ENDED' }) as LinkView;
  const form = consent({
    status: 'EXPIRED',
    recipients: [
      withMail(signer('PARENT', 1, 'INVITED')),
      withMail(signer('PARENT', 2, 'INVITED')),
      withMail(signer('PARENT', 3, 'SIGNED')),
      signer('INTERPRETER', 4, 'INVITED'),
      withMail(signer('CLINICIAN', 5)),
    ],
    links: [link(1), link(3), link(4), link(5)],
  });
  const again = (change: Partial<Around> = {}) =>
    invitedAgain({ ...around(change), consent: form }).map(({ signing_order }) => signing_order);
  expect(again()).toEqual([1]);
  expect(again({ patient: hidden })).toEqual([]);
  expect(again({ patient: hidden, permissions: [...SENDS, 'patients.write'] })).toEqual([1]);
});

describe('one more person', () => {
  const out = (change: Partial<Consent> = {}) =>
    consent({ status: 'SENT', formType: 'FORM_2', recipients: [signer('PARENT', 1), signer('CLINICIAN', 2)], ...change });

  test('is asked in the roles that the form has room for, by whoever may send it, while it is out', () => {
    expect(rolesToInvite(out(), SENDS)).toEqual(['PARENT', 'INTERPRETER']);
    expect(rolesToInvite(out({ formType: 'FORM_1' }), SENDS)).toEqual(['INTERPRETER']);
    expect(rolesToInvite(out(), [])).toEqual([]);
    for (const status of ['DRAFT', 'READY', 'SIGNED', 'EXPIRED', 'VOIDED'] as const)
      expect(rolesToInvite(out({ status }), SENDS), status).toEqual([]);
  });

  test('is not asked once somebody has signed, here or elsewhere, or has said no', () => {
    const signature = { role: 'PARENT', signing_order: 1 } as Consent['signatures'][number];
    expect(rolesToInvite(out({ signatures: [signature] }), SENDS)).toEqual([]);
    expect(rolesToInvite(out({ recipients: [signer('PARENT', 1, 'DECLINED')] }), SENDS)).toEqual([]);
    const local = { isUnsent: false, signed: [{ role: 'PARENT', signing_order: 1 }], allSignedAt: null } as never;
    expect(rolesToInvite({ ...out(), local }, SENDS)).toEqual([]);
  });

  test('is no adult whom a young person does not want told', () => {
    const child = { tellParents: 'NO' } as Consent['child'];
    expect(rolesToInvite(out({ child }), SENDS)).toEqual(['INTERPRETER']);
  });
});

describe('a letter', () => {
  type Details = NonNullable<Parameters<typeof letterOf>[0]>;
  const communication: Details['communication'] = {
    language: 'en',
    interpreterNeeded: false,
    format: 'STANDARD',
    preferred: null,
    refused: [],
  };
  const details = (change: Partial<Details> = {}): Details => ({ address: '12 Demo Road', communication, ...change });
  test('shows the address of the record before it is printed', () => {
    expect(letterOf(details(), { form: {}, isProtected: false })).toEqual({ address: '12 Demo Road', problem: null });
    expect(
      letterOf(details(), { form: {}, isProtected: true }),
      'of protected details as well, to staff who see them',
    ).toMatchObject({ problem: null });
    expect(letterOf(undefined, { form: {}, isProtected: false }), 'until the details come').toEqual({
      address: null,
      problem: null,
    });
  });

  test('says why none is printed', () => {
    const words = (change: Partial<Details>, isProtected = false) =>
      letterOf(details(change), { form: {}, isProtected }).problem?.words;
    expect(words({ address: null })).toBe('No postal address is on record. Add one to the patient’s details, to print a letter.');
    expect(words({ address: null, contactHidden: true })).toBe('The address is not on this tablet: a letter needs the network.');
    expect(words({ address: null }, true)).toBe('The address is not on this tablet: a letter needs the network.');
    expect(words({ communication: { ...communication, refused: ['LETTER'] } })).toBe('The patient does not want letters.');
    const child = { tellParents: 'NO' } as Consent['child'];
    expect(letterOf(details(), { form: { child }, isProtected: false })).toMatchObject({
      address: null,
      problem: { words: 'The young person does not want adults told: a letter to their home may be opened.' },
    });
  });

  test('is one of the ways that are left where nobody can be written to', () => {
    expect(noWayWords('Ada Demo', null)).toBe('There is no way to write to Ada Demo now. They sign on this tablet or by a code.');
    expect(noWayWords('Ada Demo', { address: '12 Demo Road', problem: null })).toBe(
      'There is no way to write to Ada Demo now. They sign on this tablet, by a code or by a letter.',
    );
  });
});
