import { describe, expect, test } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { nextStep, type NextStep } from '#src/screens/cases/next/next-step.ts';
import type { CaseViewer } from '#src/screens/cases/next/second-opinion.ts';
import { unsettledNames, whoFindsDetailsWrong } from '#src/screens/cases/obstacles.ts';
import { waitingRoles, waitingSigners } from '#src/screens/cases/waiting-signers.ts';
import { isSameSigner } from '#domain/consents/recipients.ts';
import { signerState, signerWords } from '#src/screens/cases/signing-words.ts';
import { consent, event, signer } from '../build.ts';

const may = (key: string): CaseViewer => ({
  userId: undefined,
  permissions: SEEDED_ROLES.find((role) => role.key === key)?.permissions ?? [],
});
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
    expect(nextStep(consent({ status: 'SENT', recipients: both }), clinician)).toMatchObject({
      kind: 'handover',
      signers: [{ role: 'PATIENT', signing_order: 1 }],
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
    expect(nextStep(consent({ status: 'PARTIALLY_SIGNED', recipients: half }), clinician)).toEqual({ kind: 'sign', signers: [] });
  });

  test('who may not sign or send is told who does', () => {
    expect(nextStep(consent({ status: 'PARTIALLY_SIGNED', recipients: half }), may('NURSE'))).toMatchObject({ kind: 'others' });
    expect(nextStep(consent({ status: 'SENT', recipients: both }), may('HOSPITAL_USER'))).toMatchObject({ kind: 'others' });
    expect(nextStep(consent(), may('READ_ONLY'))).toMatchObject({ kind: 'others' });
  });

  test('after “No, something is wrong” the tablet is not simply handed over again', () => {
    const refused = consent({ status: 'SENT', recipients: both, Timeline: [event('CONSENT_SENT'), signed('IDENTITY_REFUSED')] });
    expect(nextStep(refused, clinician)).toMatchObject({ kind: 'details-wrong' });
    expect(nextStep(refused, may('READ_ONLY'))).toMatchObject({ kind: 'others' });
    expect(whoFindsDetailsWrong(refused)).toMatchObject({ role: 'PATIENT' });
    for (const later of ['IDENTITY_CONFIRMED', 'CONSENT_SENT']) {
      const cleared = { ...refused, Timeline: [...refused.Timeline, event('HANDOVER_ENDED'), signed(later)] };
      expect(nextStep(cleared, clinician)).toMatchObject({ kind: 'handover', signers: [{ role: 'PATIENT' }] });
    }
    expect(whoFindsDetailsWrong({ ...refused, status: 'DRAFT' })).toBeNull();
  });

  test('a form whose interpreter cannot sign is changed, and waits with nobody asked', () => {
    const lacking = consent({ status: 'SENT', recipients: [...both, signer('INTERPRETER', 3, 'DECLINED')] });
    expect(nextStep(lacking, clinician)).toEqual({ kind: 'not-interpreted', act: 'recall' });
    expect(nextStep(lacking, may('READ_ONLY'))).toMatchObject({ kind: 'others' });
    expect(signerState(signer('INTERPRETER', 3, 'DECLINED'))).toEqual({ tone: 'stop', words: 'Cannot sign' });
  });

  test('who was told no talks with the patient next', () => {
    expect(nextStep(consent({ status: 'DECLINED' }), clinician)).toEqual({ kind: 'declined', act: 'reopen' });
  });

  test('signed is not yet sealed', () => {
    expect(nextStep(consent({ status: 'SIGNED', sealState: 'SEALING' }), clinician)).toEqual({ kind: 'sealing' });
    expect(nextStep(consent({ status: 'SIGNED', sealState: 'SEALED' }), clinician)).toEqual({ kind: 'sealed' });
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
    expect(nextStep(half, clinician)).toMatchObject({
      kind: 'handover',
      signers: [{ role: 'PARENT', signing_order: 2 }, { role: 'CHILD' }],
    });
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
      signers: [{ role: 'CHILD' }],
    });
  });

  test('the no of one stops the signing until it is recorded how that was settled', () => {
    const refused = out([mother, { ...father, recipient_name: 'Ben Demo', state: 'DECLINED' }, child, signer('CLINICIAN', 4)]);
    expect(unsettledNames(refused)).toEqual(['Ben Demo']);
    expect(nextStep(refused, clinician)).toMatchObject({
      kind: 'unsettled',
      signers: [{ role: 'PARENT', signing_order: 1 }, { role: 'CHILD' }],
    });
    expect(nextStep(refused, may('READ_ONLY'))).toMatchObject({ kind: 'others' });
    const settled = out(refused.recipients.map((each) => (each.state === 'DECLINED' ? { ...each, required: false } : each)));
    expect(nextStep(settled, clinician)).toMatchObject({ kind: 'handover', signers: [{ signing_order: 1 }, { role: 'CHILD' }] });
    expect(waitingRoles(settled)).toEqual(['PARENT', 'CHILD', 'CLINICIAN']);
    // One who said no has signed since.
    const signedAfter = out(refused.recipients.map((each) => ({ ...each, state: 'SIGNED' as const })));
    const disagreement = { outcome: 'NOT_SETTLED', note: '', courtOrder: null, recordedBy: 'Ben Demo', at: '' } as const;
    expect(nextStep({ ...signedAfter, disagreement }, clinician)).toEqual({ kind: 'unsettled', signers: [] });
  });

  test('the parent who says that the details are wrong is named, and a child who declined is not waited for', () => {
    const ben = { ...father, recipient_name: 'Ben Demo' };
    const wrong = { ...out([mother, ben, child, signer('CLINICIAN', 4)]), Timeline: [signed('IDENTITY_REFUSED', ben)] };
    expect(nextStep(wrong, clinician)).toMatchObject({ kind: 'details-wrong' });
    expect(whoFindsDetailsWrong(wrong)).toMatchObject({ recipient_name: 'Ben Demo' });
    const ofChild = { ...out(), Timeline: [signed('IDENTITY_REFUSED', child)] };
    expect(whoFindsDetailsWrong(ofChild)).toMatchObject({ role: 'CHILD' });
    const without = out([{ ...child, state: 'DECLINED' }, { ...mother, state: 'SIGNED' }, signer('CLINICIAN', 4)]);
    expect(nextStep({ ...without, Timeline: ofChild.Timeline, questions: [question] }, clinician)).toEqual({
      kind: 'sign',
      signers: [],
    });
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

/** Those who look at a case: whose form it is, another clinician, one who may write alone, and one who may only read. */
const READERS: readonly CaseViewer[] = [
  { userId: consent().clinician._id, permissions: clinician.permissions },
  { userId: '01890000-0000-7000-8000-000000000098', permissions: clinician.permissions },
  { userId: '01890000-0000-7000-8000-000000000097', permissions: may('HOSPITAL_USER').permissions },
  { userId: undefined, permissions: may('READ_ONLY').permissions },
];
type Kind = NextStep['kind'];
/** One form, and the kind of the next step for each of {@link READERS}. */
type Row = readonly [form: Consent, own: Kind, other: Kind, writer: Kind, reader: Kind];

const out = (change: Partial<Consent> = {}) => consent({ status: 'SENT', recipients: both, ...change });
const opinion = signer('SECOND_OPINION', 3);
const scan = event('SCAN_UPLOADED', { detail: { sha256: 'a', match: 'MATCHED', isBlank: false, pages: 2, unread: '' } });
const local = { isUnsent: true, signed: [], allSignedAt: null };
const blocked = { item: 'op', status: 'SENT', signed: [] } as const;
const overLocal = (change: Partial<ConsentView>): ConsentView => ({ ...out(), ...change });

/** Every state, and what changes its next step. */
const STEPS: Readonly<Record<CaseStatus, Readonly<Record<string, Row>>>> = {
  DRAFT: { 'a draft': [consent(), 'continue', 'continue', 'continue', 'others'] },
  UNDER_REVIEW: { 'a referral': [consent({ status: 'UNDER_REVIEW' }), 'others', 'others', 'others', 'others'] },
  READY: { 'being made ready': [consent({ status: 'READY' }), 'others', 'others', 'others', 'others'] },
  SENT: {
    'nobody has signed': [out(), 'handover', 'handover', 'others', 'others'],
    'details wrong': [out({ Timeline: [signed('IDENTITY_REFUSED')] }), 'details-wrong', 'details-wrong', 'others', 'others'],
    'scan not checked': [out({ Timeline: [scan] }), 'others', 'others', 'others', 'others'],
    'open question': [out({ questions: [question] }), 'answer', 'answer', 'answer', 'others'],
    'no interpreter': [
      out({ recipients: [...both, signer('INTERPRETER', 3, 'DECLINED')] }),
      'not-interpreted',
      'not-interpreted',
      'others',
      'others',
    ],
    'adults disagree': [
      out({ formType: 'FORM_2', recipients: [signer('PARENT', 1, 'DECLINED'), signer('PARENT', 2)] }),
      'unsettled',
      'unsettled',
      'others',
      'others',
    ],
    'all signed on this tablet': [
      overLocal({ local: { ...local, allSignedAt: '2026-08-06T14:05:00.000Z' } }),
      'others',
      'others',
      'others',
      'others',
    ],
    'a change that was not accepted': [overLocal({ local: { ...local, blocked } }), 'stopped', 'stopped', 'stopped', 'stopped'],
  },
  PARTIALLY_SIGNED: {
    'the patient has signed': [out({ status: 'PARTIALLY_SIGNED', recipients: half }), 'sign', 'sign', 'others', 'others'],
    'a second opinion is wanted too': [
      out({ status: 'PARTIALLY_SIGNED', recipients: [...half, opinion] }),
      'sign',
      'second-opinion',
      'others',
      'others',
    ],
    'a second opinion is next': [
      out({ status: 'PARTIALLY_SIGNED', recipients: [opinion] }),
      'second-opinion',
      'second-opinion',
      'others',
      'others',
    ],
    'all have signed': [out({ status: 'PARTIALLY_SIGNED', recipients: [] }), 'others', 'others', 'others', 'others'],
  },
  SIGNED: {
    'being sealed': [consent({ status: 'SIGNED', sealState: 'SEALING' }), 'sealing', 'sealing', 'sealing', 'sealing'],
    'not sealed yet': [consent({ status: 'SIGNED', sealState: 'FAILED' }), 'sealing', 'sealing', 'sealing', 'sealing'],
    sealed: [consent({ status: 'SIGNED', sealState: 'SEALED' }), 'sealed', 'sealed', 'sealed', 'sealed'],
    imported: [
      consent({ status: 'SIGNED', origin: { kind: 'IMPORT', digest: '', by: 'Demo', at: '', row: 1, day: null } }),
      'imported',
      'imported',
      'imported',
      'imported',
    ],
  },
  DECLINED: { declined: [consent({ status: 'DECLINED' }), 'declined', 'declined', 'others', 'others'] },
  EXPIRED: { expired: [consent({ status: 'EXPIRED' }), 'expired', 'expired', 'others', 'others'] },
  WITHDRAWN: { withdrawn: [consent({ status: 'WITHDRAWN' }), 'ended', 'ended', 'ended', 'ended'] },
  VOIDED: { 'made in error': [consent({ status: 'VOIDED' }), 'ended', 'ended', 'ended', 'ended'] },
  SUPERSEDED: { replaced: [consent({ status: 'SUPERSEDED' }), 'ended', 'ended', 'ended', 'ended'] },
};

const rows = CASE_STATUSES.flatMap((status) =>
  Object.entries(STEPS[status]).map(([name, [form, ...kinds]]) => ({ status, name, form, kinds })),
);

test.each(rows)('the next step of $status, $name, for the clinician, another one, a writer and a reader', ({ form, kinds }) => {
  expect(READERS.map((reader) => nextStep(form, reader).kind)).toEqual(kinds);
});

test('the table of steps has each kind of step, and somebody who reads what others do is told who', () => {
  const steps = rows.flatMap(({ form }) => READERS.map((reader) => nextStep(form, reader)));
  const all: Record<Kind, true> = {
    continue: true,
    answer: true,
    handover: true,
    'details-wrong': true,
    'not-interpreted': true,
    sign: true,
    'second-opinion': true,
    sealing: true,
    sealed: true,
    imported: true,
    ended: true,
    expired: true,
    unsettled: true,
    declined: true,
    stopped: true,
    others: true,
  };
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(Object.keys(all)));
  for (const step of steps) if (step.kind === 'others') expect(step.what).toMatch(/^[A-Z].+\.$/);
});

test('the clinician is not handed the tablet; they may sign before the others, where they may sign at all', () => {
  const step = nextStep(out({ recipients: [...both, opinion] }), READERS[0]!);
  expect(step).toMatchObject({ kind: 'handover', signers: [{ role: 'PATIENT' }, { role: 'SECOND_OPINION' }] });
  expect(step).toMatchObject({ maySignFirst: true, mayGiveOpinion: false });
  expect(nextStep(out({ recipients: [...both, opinion] }), READERS[1]!)).toMatchObject({ mayGiveOpinion: true });
  const mayNotSign = { ...READERS[1]!, permissions: ['consents.send'] as const };
  expect(nextStep(out({ recipients: [...both, opinion] }), mayNotSign)).toMatchObject({
    kind: 'handover',
    maySignFirst: false,
    mayGiveOpinion: false,
  });
});
