import type { Output } from '#contract/calls.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, allSign, anotherParent, aParent, COURT_TREATS, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signatureAt, signerAt } from '#tests/support/forms/signer-at.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { beforeEach, expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

type Sent = Output<'consentSend'>['data'];
const MOTHER = ['PARENT', 1] as const;
const FATHER = ['PARENT', 2] as const;

const at = (version: Sent, place: Parameters<typeof signerAt>[3]) => signerAt(app, staff, version, place);
const twoParents = (change = {}) => sent2(staff, family2({ parents: [aParent(), anotherParent()], ...change }));
const saysNo = async (version: Sent, place: Parameters<typeof signerAt>[3], reason = 'I want to wait') =>
  (await (await at(version, place)).call('recordDecline', { consentID: version.consentID, reason })).data;

/** The newest version of a case and its events; the case is intact. */
async function present({ recordID }: Sent) {
  const { consents, timeline, record } = (await staff.call('recordDetails', { id: recordID })).data;
  expect((await staff.call('recordTimeline', { id: recordID })).data.chain.ok).toBe(true);
  const consent = consents.toSorted((one, other) => other.versionNumber - one.versionNumber)[0]!;
  return { consent, record, timeline, types: timeline.map(({ type }) => type) };
}

const statesOf = ({ recipients }: Pick<Sent, 'recipients'>) => recipients.map(({ role, state }) => `${role} ${state}`);

/** Mother and clinician sign, the father says no. */
async function disagreed(change = {}): Promise<Sent> {
  const version = await twoParents(change);
  await (await at(version, MOTHER)).sign();
  await saysNo(version, FATHER);
  await staff.call('recordSign', typed(version));
  return version;
}

const settle = async (version: Sent, outcome: 'ONE_SUFFICES' | 'COURT_ORDER' | 'AGREED' | 'NOT_GOING_AHEAD', more = {}) => {
  const { consent } = await present(version);
  return { consentID: version.consentID, version: consent.version, outcome, ...more };
};

test('a parent and the clinician sign, and the form is sealed; the family stands in the timeline', async () => {
  const version = await sent2(staff);
  expect((await (await at(version, MOTHER)).sign()).data.status).toBe('PARTIALLY_SIGNED');
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
  await app.doJobs();
  const { consent, types } = await present(version);
  expect(consent).toMatchObject({ status: 'SIGNED', sealState: 'SEALED', confirmState: 'NOT_REQUIRED' });
  expect(types).toEqual(expect.arrayContaining(['FAMILY_RECORDED', 'ALL_SIGNED', 'SEALED']));
});

test('two parents sign at their own places; a call that names the role alone is told so at signing_order', async () => {
  const version = await twoParents();
  const { consentID } = version;
  const unclear = [{ path: 'signing_order', message: 'Several people sign in this role: say which' }];
  const refused = await staff.refused('consentSendToSign', { consentID, role: 'PARENT' });
  expect([refused.status, refused.fields]).toEqual([400, unclear]);
  const nobody = await staff.refused('consentSendToSign', { consentID, role: 'PARENT', signing_order: 3 });
  expect(nobody.fields?.map(({ path }) => path)).toEqual(['role']);
  const father = await at(version, FATHER);
  expect(father.details).toMatchObject({ role: 'PARENT', signing_order: 2 });
  // A ticket signs at its own place, also where the call names none.
  await father.sign();
  expect(statesOf((await present(version)).consent)).toEqual(['PARENT WAITING', 'PARENT SIGNED', 'CLINICIAN WAITING']);
  expect((await father.refused('recordSign', signatureAt(father.details, { signing_order: 1 }))).status).toBe(403);
  await (await at(version, MOTHER)).sign();
  await staff.call('recordSign', typed(version));
  const { consent } = await present(version);
  expect(consent.status).toBe('SIGNED');
  expect(consent.signatures.map(({ name, signing_order }) => `${signing_order} ${name}`)).toEqual([
    '2 Ben Demo-Father',
    '1 Ada Demo-Mother',
    '3 Demo Clinician',
  ]);
});

test('one parent says no: all else signed is not signed, and staff read that it is not settled', async () => {
  const version = await disagreed();
  const { consent, record, timeline, types } = await present(version);
  expect([consent.status, consent.sealState, record.status, record.inForceConsentID]).toEqual([
    'PARTIALLY_SIGNED',
    'NONE',
    'PARTIALLY_SIGNED',
    null,
  ]);
  expect(statesOf(consent)).toEqual(['PARENT SIGNED', 'PARENT DECLINED', 'CLINICIAN SIGNED']);
  expect(consent.disagreement).toMatchObject({ outcome: 'NOT_SETTLED', note: 'I want to wait', recordedBy: 'Ben Demo-Father' });
  expect(types).toContain('DISAGREEMENT_NOTED');
  expect(timeline.find(({ type }) => type === 'DECLINED')).toMatchObject({
    actor: { kind: 'SIGNER', name: 'Ben Demo-Father', role: 'PARENT' },
    detail: { goesOn: true, order: 2 },
  });
});

test('one suffices with a reason: the form is signed and sealed, and both answers stay', async () => {
  const version = await disagreed();
  const bare = await staff.refused('recordDisagreement', await settle(version, 'ONE_SUFFICES', { note: '' }));
  expect(bare.fields?.map(({ path }) => path)).toEqual(['note']);
  const { data } = await staff.call('recordDisagreement', await settle(version, 'ONE_SUFFICES', { note: 'A small operation' }));
  expect([data.status, statesOf(data)]).toEqual(['SIGNED', ['PARENT SIGNED', 'PARENT DECLINED', 'CLINICIAN SIGNED']]);
  await app.doJobs();
  const { consent, types } = await present(version);
  expect(consent).toMatchObject({ sealState: 'SEALED', disagreement: { outcome: 'ONE_SUFFICES', recordedBy: 'Demo Clinician' } });
  expect(types.slice(types.indexOf('DISAGREEMENT_SETTLED'))).toEqual([
    'DISAGREEMENT_SETTLED',
    'ALL_SIGNED',
    'SEALED',
    'OUTCOME_SEALED',
  ]);
});

test('where all adults must agree one never suffices, and a court’s order has to be complete and for the treatment', async () => {
  const version = await disagreed({ needsAllAdults: true });
  const faults = async (...how: [Parameters<typeof settle>[1], object]) =>
    (await staff.refused('recordDisagreement', await settle(version, ...how))).fields?.map(({ path }) => path);
  expect(await faults('ONE_SUFFICES', { note: 'A small operation' })).toEqual(['outcome']);
  expect(await faults('COURT_ORDER', {})).toEqual(['courtOrder']);
  expect(await faults('COURT_ORDER', { courtOrder: { ...COURT_TREATS, date: '2026-08-07' } })).toEqual(['courtOrder.date']);
  expect(await faults('COURT_ORDER', { courtOrder: { ...COURT_TREATS, decision: 'DO_NOT_TREAT' } })).toEqual([
    'courtOrder.decision',
  ]);
  expect((await present(version)).consent.status).toBe('PARTIALLY_SIGNED');
  const settled = await staff.call('recordDisagreement', await settle(version, 'COURT_ORDER', { courtOrder: COURT_TREATS }));
  expect(settled.data.status).toBe('SIGNED');
});

test('a settled disagreement waits for the others who must sign', async () => {
  const version = await twoParents();
  await saysNo(version, FATHER);
  const { data } = await staff.call('recordDisagreement', await settle(version, 'ONE_SUFFICES', { note: 'A small operation' }));
  expect(data.status).toBe('SENT');
  await staff.call('recordSign', typed(version));
  expect((await (await at(version, MOTHER)).sign()).data.status).toBe('SIGNED');
});

test('a treatment that does not go ahead ends the form, and so does the no of the last parent', async () => {
  const version = await disagreed();
  await staff.call('recordDisagreement', await settle(version, 'NOT_GOING_AHEAD', { note: 'The parents want to wait' }));
  expect((await present(version)).record.status).toBe('DECLINED');
  const other = await twoParents();
  expect(await saysNo(other, FATHER)).toMatchObject({ status: 'SENT', signerState: 'DECLINED' });
  expect(await saysNo(other, MOTHER)).toMatchObject({ status: 'DECLINED', signerState: 'DECLINED' });
  expect((await present(other)).record.status).toBe('DECLINED');
  expect((await staff.refused('recordDisagreement', await settle(other, 'AGREED'))).code).toBe('MOVE_REFUSED');
});

test('a parent who said no and signs after all leaves the form unsigned until a clinician records that they agree', async () => {
  const version = await disagreed();
  expect((await (await at(version, FATHER)).sign()).data.status).toBe('PARTIALLY_SIGNED');
  const { data } = await staff.call('recordDisagreement', await settle(version, 'AGREED', { note: 'Talked again' }));
  expect([data.status, statesOf(data)]).toEqual(['SIGNED', ['PARENT SIGNED', 'PARENT SIGNED', 'CLINICIAN SIGNED']]);
  await present(version);
});

test('a parent who said no and says again who they are has still said no', async () => {
  const version = await disagreed();
  const father = await at(version, FATHER);
  const { data } = await father.call('recordIdentity', { consentID: version.consentID, confirmed: true });
  expect(data.signerState).toBe('DECLINED');
  const settled = await staff.call('recordDisagreement', await settle(version, 'ONE_SUFFICES', { note: 'A small operation' }));
  expect(settled.data.status).toBe('SIGNED');
});

test('a form that was declined stays declined once a newer one is signed', async () => {
  const version = await sent2(staff);
  await saysNo(version, MOTHER);
  const { data: newer } = await staff.call('recordReopen', { id: version.recordID, reason: 'Talk again' });
  const { consentID, version: seen } = newer;
  await staff.call('consentUpdate', { consentID, version: seen, clinicianStatement: { discussed: true, capacity: true } });
  const { consent } = await present(version);
  const { data: again } = await staff.call('consentSend', { consentID, version: consent.version, channel: 'DEVICE' });
  await (await at(again, MOTHER)).sign();
  await staff.call('recordSign', typed(again));
  const { consents } = (await staff.call('recordDetails', { id: version.recordID })).data;
  expect(consents.map(({ status }) => status).toSorted()).toEqual(['DECLINED', 'SIGNED']);
});

test('a disagreement over a form of which a newer version is written signs nothing', async () => {
  const version = await disagreed();
  const body = await settle(version, 'ONE_SUFFICES', { note: 'A small operation' });
  await staff.call('recordReopen', { id: version.recordID, reason: 'A new finding' });
  expect((await staff.refused('recordDisagreement', body)).code).toBe('MOVE_REFUSED');
  expect((await present(version)).record.status).toBe('DRAFT');
});

test('a disagreement is not settled into a signed form for a patient who has died meanwhile', async () => {
  const version = await disagreed();
  const { patient } = (await staff.call('patientGetDetails', { id: version.patientID })).data;
  await staff.call('patientUpdateStatus', { id: patient.id, version: patient.version, status: 'DECEASED' });
  const body = await settle(version, 'ONE_SUFFICES', { note: 'A small operation' });
  expect((await staff.refused('recordDisagreement', body)).message).toBe(FAILURES.PATIENT_TAKES_NONE.message);
  expect((await present(version)).consent.status).toBe('PARTIALLY_SIGNED');
  await staff.call('recordDisagreement', await settle(version, 'NOT_GOING_AHEAD', { note: 'She has died' }));
});

test('on a tablet nobody but those whose signature was needed takes a signed form back', async () => {
  const version = await twoParents({ child: aChild({ signs: true }) });
  const [mother, father, child] = [await at(version, MOTHER), await at(version, FATHER), await at(version, ['CHILD', 3])];
  const { consentID } = version;
  await father.call('recordDecline', { consentID, reason: 'I want to wait' });
  for (const signer of [mother, child]) await signer.sign();
  await staff.call('recordSign', typed(version));
  const { data } = await staff.call('recordDisagreement', await settle(version, 'ONE_SUFFICES', { note: 'A small operation' }));
  expect(data.status).toBe('SIGNED');
  for (const signer of [father, child]) expect((await signer.refused('recordWithdraw', { consentID })).code).toBe('FORBIDDEN');
  expect((await mother.call('recordWithdraw', { consentID })).data.status).toBe('WITHDRAWN');
});

test('a form that is taken back begins without the disagreement and the child’s no of before', async () => {
  const version = await twoParents({ child: aChild({ signs: true }) });
  await saysNo(version, FATHER);
  await saysNo(version, ['CHILD', 3], 'I am afraid');
  const { data } = await staff.call('recordRecall', { consentID: version.consentID, reason: 'Talk again' });
  expect([data.status, data.disagreement]).toEqual(['DRAFT', null]);
  const { consentID, version: seen } = data;
  const { data: again } = await staff.call('consentSend', { consentID, version: seen, channel: 'DEVICE' });
  // The timeline has what was said; the form that goes out again begins without.
  expect([again.parentComments, again.patientComments, again.disagreement, statesOf(again)]).toEqual([
    '',
    '',
    null,
    ['PARENT WAITING', 'PARENT WAITING', 'CHILD WAITING', 'CLINICIAN WAITING'],
  ]);
  await (await at(again, MOTHER)).sign();
  await (await at(again, FATHER)).sign();
  await (await at(again, ['CHILD', 3])).sign();
  await staff.call('recordSign', typed(again));
  expect((await present(again)).consent).toMatchObject({ status: 'SIGNED', confirmState: 'NOT_REQUIRED' });
});

test('the signature of one who need not sign, made before the form was signed and late, stays as evidence', async () => {
  const version = await sent2(staff, family2({ child: aChild({ signs: true }) }));
  const [mother, child] = [await at(version, MOTHER), await at(version, ['CHILD', 2])];
  await mother.sign();
  await staff.call('recordSign', typed(version));
  const { consentID } = version;
  // A refusal of the identity would keep the signature behind it on the tablet.
  expect((await child.call('recordIdentity', { consentID, confirmed: true })).data.signerState).toBe('EXPIRED');
  expect((await child.refused('recordSign', signatureAt(child.details))).code).toBe('MOVE_REFUSED');
  const { consent, timeline } = await present(version);
  expect(statesOf(consent)).toEqual(['PARENT SIGNED', 'CHILD EXPIRED', 'CLINICIAN SIGNED']);
  expect(timeline.filter(({ type }) => type === 'IDENTITY_CONFIRMED')).toHaveLength(1);
  expect(timeline.find(({ type }) => type === 'SIGNATURE_REFUSED')).toMatchObject({
    detail: { role: 'CHILD', reason: 'All who had to sign had signed before' },
  });
});

test('the comments of two parents both stay', async () => {
  const version = await twoParents();
  await (await at(version, MOTHER)).sign({ comments: 'Please ring me afterwards' });
  await (await at(version, FATHER)).sign({ comments: 'No milk, please' });
  const { consent } = await present(version);
  expect(consent.ownWords).toMatchObject([
    { kind: 'COMMENT', signing_order: 1, speaker: 'Ada Demo-Mother', text: 'Please ring me afterwards' },
    { kind: 'COMMENT', signing_order: 2, speaker: 'Ben Demo-Father', text: 'No milk, please' },
  ]);
  // For tablets of the build before.
  expect(consent.parentComments).toBe('Please ring me afterwards\nNo milk, please');
  // Also where the form is recalled.
  await staff.call('recordRecall', { consentID: version.consentID, reason: 'The wrong tooth' });
  const recalled = await present(version);
  expect([recalled.consent.parentComments, recalled.consent.ownWords]).toEqual(['', []]);
  expect(recalled.timeline.at(-1)).toMatchObject({
    type: 'RECALLED',
    detail: {
      ownWords: 'Ada Demo-Mother: “Please ring me afterwards” (at signing)\nBen Demo-Father: “No milk, please” (at signing)',
    },
  });
});

test('a child who need not sign says no: the form goes on, and is due to be confirmed', async () => {
  const version = await sent2(staff, allSign());
  expect(await saysNo(version, ['CHILD', 3], 'I am afraid')).toMatchObject({ status: 'SENT', signerState: 'DECLINED' });
  await (await at(version, MOTHER)).sign();
  await (await at(version, FATHER)).sign();
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
  await app.doJobs();
  const { consent, timeline } = await present(version);
  expect(consent).toMatchObject({ sealState: 'SEALED', confirmState: 'DUE', disagreement: null });
  expect(timeline.filter(({ type }) => type === 'CHILD_SAID_NO')).toMatchObject([
    { actor: { kind: 'SIGNER', role: 'CHILD' }, detail: { reason: 'I am afraid', goesOn: true } },
  ]);
  expect(await faultsOfCase(app, version.recordID)).toEqual([]);
});
