import { describe, expect, test } from 'vitest';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import {
  mayRecordInError,
  nextStep,
  quietActs,
  unsettledNames,
  waitingRoles,
  waitingSigners,
  whoFindsDetailsWrong,
} from '#src/screens/cases/next-step.ts';
import { isSameSigner } from '#domain/consents/recipients.ts';
import { signerState, signerWords } from '#src/screens/cases/signing-words.ts';
import { consent, event, signer } from './build.ts';

const may = (key: string) => SEEDED_ROLES.find((role) => role.key === key)?.permissions ?? [];
const clinician = may('CLINICIAN');
const question = { id: 'q', text: 'Will it hurt?', askedBy: 'Demo', askedAt: '', answer: null, answeredBy: null };
const both = [signer('PATIENT', 1), signer('CLINICIAN', 2)];
const half = [signer('PATIENT', 1, 'SIGNED'), signer('CLINICIAN', 2)];
const signed = (type: string, { role, recipient_name: name } = signer('PATIENT', 1)) =>
  event(type, { actor: { kind: 'SIGNER', role, name } });

describe('the next step of a case', () => {
  test('a draft is gone on with', () => {
    expect(nextStep(consent(), clinician)).toEqual({ kind: 'continue' });
  });

  test('a form that is ready goes to the patient first', () => {
    expect(nextStep(consent({ status: 'SENT', recipients: both }), clinician)).toEqual({
      kind: 'handover',
      role: 'PATIENT',
      signing_order: 1,
    });
  });

  test('a form whose time has ended is sent again, or opened on the tablet, by whoever may', () => {
    expect(nextStep(consent({ status: 'EXPIRED', recipients: both }), clinician)).toEqual({ kind: 'expired' });
    expect(nextStep(consent({ status: 'EXPIRED', recipients: both }), may('NURSE'))).toMatchObject({ kind: 'others' });
  });

  test('the order of signing is the form’s, not the list’s', () => {
    expect(waitingRoles(consent({ recipients: both.toReversed() }))).toEqual(['PATIENT', 'CLINICIAN']);
  });

  test('an open question comes before the patient’s signature', () => {
    const asked = consent({ status: 'SENT', recipients: both, questions: [question] });
    expect(nextStep(asked, clinician)).toEqual({ kind: 'answer' });
    expect(nextStep({ ...asked, questions: [{ ...question, answer: 'A little' }] }, clinician)).toMatchObject({
      kind: 'handover',
    });
  });

  test('after the patient the clinician signs', () => {
    expect(nextStep(consent({ status: 'PARTIALLY_SIGNED', recipients: half }), clinician)).toEqual({ kind: 'sign' });
  });

  test('who may not sign or send is told who does', () => {
    expect(nextStep(consent({ status: 'PARTIALLY_SIGNED', recipients: half }), may('NURSE'))).toMatchObject({ kind: 'others' });
    expect(nextStep(consent({ status: 'SENT', recipients: both }), may('HOSPITAL_USER'))).toMatchObject({ kind: 'others' });
    expect(nextStep(consent(), may('READ_ONLY'))).toMatchObject({ kind: 'others' });
  });

  test('after “No, something is wrong” the tablet is not simply handed over again', () => {
    const refused = consent({ status: 'SENT', recipients: both, Timeline: [event('CONSENT_SENT'), signed('IDENTITY_REFUSED')] });
    expect(nextStep(refused, clinician)).toEqual({ kind: 'details-wrong' });
    expect(nextStep(refused, may('READ_ONLY'))).toMatchObject({ kind: 'others' });
    expect(whoFindsDetailsWrong(refused)).toMatchObject({ role: 'PATIENT' });
    for (const later of ['IDENTITY_CONFIRMED', 'CONSENT_SENT']) {
      const cleared = { ...refused, Timeline: [...refused.Timeline, event('HANDOVER_ENDED'), signed(later)] };
      expect(nextStep(cleared, clinician)).toEqual({ kind: 'handover', role: 'PATIENT', signing_order: 1 });
    }
    expect(whoFindsDetailsWrong({ ...refused, status: 'DRAFT' })).toBeNull();
  });

  test('a form whose interpreter cannot sign is changed, and waits with nobody asked', () => {
    const lacking = consent({ status: 'SENT', recipients: [...both, signer('INTERPRETER', 3, 'DECLINED')] });
    expect(nextStep(lacking, clinician)).toEqual({ kind: 'not-interpreted' });
    expect(nextStep(lacking, may('READ_ONLY'))).toMatchObject({ kind: 'others' });
    expect(signerState(signer('INTERPRETER', 3, 'DECLINED'))).toEqual({ tone: 'stop', words: 'Cannot sign' });
  });

  test('signed is not yet sealed', () => {
    expect(nextStep(consent({ status: 'SIGNED', sealState: 'SEALING' }), clinician)).toEqual({ kind: 'sealing' });
    expect(nextStep(consent({ status: 'SIGNED', sealState: 'SEALED' }), clinician)).toEqual({ kind: 'sealed' });
  });
});

describe('what else can be done', () => {
  test('a draft that was never sent can be deleted, one of several versions only voided', () => {
    expect(quietActs({ status: 'DRAFT', versions: 1 }, clinician)).toEqual(['void', 'delete']);
    expect(quietActs({ status: 'DRAFT', versions: 2 }, clinician)).toEqual(['void']);
  });

  test('a new version is offered once somebody has signed; before that the form itself is changed', () => {
    expect(quietActs({ status: 'SENT', versions: 1 }, clinician)).toEqual(['recall', 'void']);
    expect(quietActs({ status: 'PARTIALLY_SIGNED', versions: 1 }, clinician)).toEqual(['recall', 'reopen', 'void']);
  });

  test('who was told no talks with the patient next', () => {
    expect(nextStep(consent({ status: 'DECLINED' }), clinician)).toEqual({ kind: 'declined' });
  });

  test('a signed consent is withdrawn, or recorded in error', () => {
    expect(quietActs({ status: 'SIGNED', versions: 1 }, clinician)).toEqual(['reopen', 'reconsent', 'withdraw', 'void']);
  });

  test('nobody is offered what they may not do', () => {
    expect(quietActs({ status: 'SIGNED', versions: 1 }, may('NURSE'))).toEqual(['withdraw']);
    for (const status of CASE_STATUSES) expect(quietActs({ status, versions: 1 }, may('READ_ONLY'))).toEqual([]);
  });

  test('any version is recorded in error but one that was before, by those who may', () => {
    for (const status of CASE_STATUSES) {
      expect(mayRecordInError({ status }, clinician)).toBe(status !== 'VOIDED');
      expect(mayRecordInError({ status, voidKind: null }, clinician)).toBe(true);
      expect(mayRecordInError({ status, voidKind: null }, may('NURSE'))).toBe(false);
    }
    expect(mayRecordInError({ status: 'VOIDED', voidKind: 'OTHER' }, clinician)).toBe(false);
    const unsent = { isUnsent: true, signed: [], allSignedAt: null };
    expect(mayRecordInError({ status: 'SIGNED', voidKind: null, local: unsent }, clinician)).toBe(false);
  });

  test('what waits to be sent is first sent, but for a withdrawal; behind what needs a person nothing is offered', () => {
    const here = { isUnsent: true, signed: [], allSignedAt: null };
    expect(quietActs({ status: 'SIGNED', versions: 1, local: here }, clinician)).toEqual(['withdraw']);
    const stopped = { item: 'op', status: 'WITHDRAWN', signed: [] } as const;
    expect(quietActs({ status: 'SIGNED', versions: 1, local: { ...here, blocked: stopped } }, clinician)).toEqual([]);
  });
});

describe('a form that two parents sign', () => {
  const mother = signer('PARENT', 1);
  const father = signer('PARENT', 2);
  const child = { ...signer('CHILD', 3), required: false };
  const all = [mother, father, child, signer('CLINICIAN', 4)];
  const out = (recipients = all) => consent({ formType: 'FORM_2', status: 'PARTIALLY_SIGNED', recipients });

  test('each is waited for by place, and handed the tablet by name', () => {
    const half = out([{ ...mother, state: 'SIGNED' }, father, child, signer('CLINICIAN', 4)]);
    expect(waitingSigners(half).map(({ signing_order }) => signing_order)).toEqual([2, 3, 4]);
    expect(nextStep(half, clinician)).toEqual({ kind: 'handover', role: 'PARENT', signing_order: 2 });
    expect(signerWords(all, { ...father, recipient_name: 'Ben Demo' })).toBe('Ben Demo');
    expect(signerWords(all, child)).toBe('the child');
  });

  test('once all who must have signed on this tablet, nobody else is handed it', () => {
    const signedHere = [mother, father].map((each) => ({ ...each, state: 'SIGNED' as const }));
    const rest = out([...signedHere, child, signer('CLINICIAN', 4, 'SIGNED')]);
    const local = { isUnsent: true, signed: [], allSignedAt: '2026-08-06T14:05:00.000Z' };
    expect(nextStep({ ...rest, local }, clinician)).toMatchObject({ kind: 'others' });
    expect(nextStep({ ...rest, local: { ...local, allSignedAt: null } }, clinician)).toMatchObject({
      kind: 'handover',
      role: 'CHILD',
    });
  });

  test('the no of one stops the signing until it is recorded how that was settled', () => {
    const refused = out([mother, { ...father, recipient_name: 'Ben Demo', state: 'DECLINED' }, child, signer('CLINICIAN', 4)]);
    expect(unsettledNames(refused)).toEqual(['Ben Demo']);
    expect(nextStep(refused, clinician)).toEqual({ kind: 'unsettled', names: ['Ben Demo'] });
    expect(nextStep(refused, may('READ_ONLY'))).toMatchObject({ kind: 'others' });
    const settled = out(refused.recipients.map((each) => (each.state === 'DECLINED' ? { ...each, required: false } : each)));
    expect(nextStep(settled, clinician)).toMatchObject({ kind: 'handover', signing_order: 1 });
    expect(waitingRoles(settled)).toEqual(['PARENT', 'CHILD', 'CLINICIAN']);
    // One who said no has signed since.
    const signedAfter = out(refused.recipients.map((each) => ({ ...each, state: 'SIGNED' as const })));
    const disagreement = { outcome: 'NOT_SETTLED', note: '', courtOrder: null, recordedBy: 'Ben Demo', at: '' } as const;
    expect(nextStep({ ...signedAfter, disagreement }, clinician)).toEqual({ kind: 'unsettled', names: [] });
  });

  test('the parent who says that the details are wrong is named, and a child who declined is not waited for', () => {
    const ben = { ...father, recipient_name: 'Ben Demo' };
    const wrong = { ...out([mother, ben, child, signer('CLINICIAN', 4)]), Timeline: [signed('IDENTITY_REFUSED', ben)] };
    expect(nextStep(wrong, clinician)).toEqual({ kind: 'details-wrong' });
    expect(whoFindsDetailsWrong(wrong)).toMatchObject({ recipient_name: 'Ben Demo' });
    const ofChild = { ...out(), Timeline: [signed('IDENTITY_REFUSED', child)] };
    expect(whoFindsDetailsWrong(ofChild)).toMatchObject({ role: 'CHILD' });
    const without = out([{ ...child, state: 'DECLINED' }, { ...mother, state: 'SIGNED' }, signer('CLINICIAN', 4)]);
    expect(nextStep({ ...without, Timeline: ofChild.Timeline, questions: [question] }, clinician)).toEqual({ kind: 'sign' });
  });

  test('an open question of a parent comes before the signature', () => {
    expect(nextStep({ ...out(), questions: [question] }, clinician)).toEqual({ kind: 'answer' });
  });

  test('who need not sign is waited for by nobody', () => {
    expect(signerState(mother)).toEqual({ tone: 'warn', words: 'Not yet' });
    expect(signerState(child)).toEqual({ tone: 'plain', words: 'Need not sign' });
    expect(signerState({ ...child, state: 'EXPIRED' })).toEqual({ tone: 'plain', words: 'Did not sign' });
    expect(signerState({ ...child, state: 'DECLINED' })).toEqual({ tone: 'stop', words: 'Did not agree' });
  });

  test('a signature belongs to its place; one of an older copy to the only signer of its role', () => {
    expect(isSameSigner(father, { role: 'PARENT', signing_order: 1 })).toBe(false);
    expect(isSameSigner(father, { role: 'PARENT', signing_order: 2 })).toBe(true);
    expect(isSameSigner(signer('PATIENT', 1), { role: 'PATIENT' })).toBe(true);
  });
});

test('nobody signs on the tablet while the scan of the form on paper is not checked', () => {
  const uploaded = event('SCAN_UPLOADED', {
    detail: { sha256: 'a', match: 'MATCHED', isBlank: false, pages: 2, unread: '', contentDigest: 'd' },
  });
  const withEvents = (...Timeline: TimelineEvent[]) => consent({ status: 'SENT', recipients: both, Timeline });
  expect(nextStep(withEvents(uploaded), clinician)).toMatchObject({ kind: 'others' });
  expect(nextStep(withEvents(uploaded, event('SCAN_DISCARDED', { detail: { sha256: 'a' } })), clinician)).toMatchObject({
    kind: 'handover',
  });
  const checked = withEvents(uploaded, event('SCAN_CONFIRMED', { detail: { sha256: 'a' } }));
  expect(nextStep(checked, clinician)).toMatchObject({ kind: 'handover' });
});
