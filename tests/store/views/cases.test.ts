import 'fake-indexeddb/auto';
import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { overlayCase } from '#store/views/case.ts';
import { readConsentSummaries } from '#store/views/case-summaries.ts';
import { readCase, readConsentView } from '#store/views/cases.ts';
import { saveProfile } from '#store/session/profile.ts';
import { expect, test as base } from 'vitest';
import { createConsent, createPatient, saveDraft, sendConsent, signConsent, withdrawConsent } from '#tests/store/app-calls.ts';
import { demoProcedure, demoUser } from '#tests/store/demo-entities.ts';
import { fetchConsent } from '#tests/store/fetched-consent.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const procedure = demoProcedure({ procedureID: '0190f3a0-0000-7000-8000-0000000000b1', libraryVersion: 2 });

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('a case that was fetched and not touched is shown as the server told it', async ({ store }) => {
  const { consentID, recordID } = await fetchConsent(store, { procedures: [procedure], mattersToMe: 'My garden' });
  const view = await readCase(store, recordID);
  expect(view).toMatchObject({
    record: { status: 'DRAFT', currentConsentID: consentID, versions: 1, patient: { lastName: 'Demo-Rowan' } },
    consents: [{ mattersToMe: 'My garden', procedures: [procedure], local: { isUnsent: false } }],
  });
  expect(await readCase(store, store.env.newId())).toBeNull();
});

test('what is written here lies on top of the server’s copy, and the rest is the server’s', async ({ store }) => {
  const { consentID, recordID } = await fetchConsent(store, {
    procedures: [procedure],
    mattersToMe: 'My garden',
    refusals: ['Blood'],
  });
  await saveDraft(store, consentID, { mattersToMe: 'My dog' });
  const copy = { ...(await readCase(store, recordID))!, servedFromCache: { at: null } };
  const theirs = { ...copy, consents: [{ ...copy.consents[0]!, mattersToMe: 'My garden' }] };
  const [shown] = overlayCase(theirs, await readCase(store, recordID)).consents;
  expect(shown).toMatchObject({
    mattersToMe: 'My dog',
    refusals: ['Blood'],
    procedures: [{ procedureName: 'Demo procedure' }],
    local: { isUnsent: true },
  });
  expect((await readConsentSummaries(store)).map((summary) => [summary.consentID, summary.local?.isUnsent])).toEqual([
    [consentID, true],
  ]);
});

test('nobody is asked to sign what this tablet could not pin', async ({ store }) => {
  const patientID = await createPatient(store);
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sendConsent(store, consentID);
  expect(await readConsentView(store, consentID)).toMatchObject({ status: 'READY', contentDigest: null, recipients: [] });
});

test('a signature made here stands beside those that the server has told, until the server tells it too', async ({ store }) => {
  const who = (role: 'PATIENT' | 'CLINICIAN', state: 'WAITING' | 'SIGNED', order: number) => ({
    recipient_name: `Demo ${role}`,
    recipient_email: null,
    action_type: 'SIGN' as const,
    signing_order: order,
    role,
    state,
    method: null,
    signedAt: null,
  });
  const { consentID } = await fetchConsent(store, {
    status: 'PARTIALLY_SIGNED',
    contentDigest: 'a'.repeat(64),
    statements: { CLINICIAN: 'I have explained it.' },
    recipients: [who('PATIENT', 'SIGNED', 1), who('CLINICIAN', 'WAITING', 2)],
  });
  const capturedAt = '2026-08-06T14:02:00.000Z';
  const signature = {
    name: 'Demo Clinician',
    method: 'TYPED',
    typedName: 'Demo Clinician',
    statement: 'I have explained it.',
  } as const;
  await signConsent(store, { consentID, role: 'CLINICIAN', ...signature, contentDigest: 'a'.repeat(64), capturedAt });
  expect(await readConsentView(store, consentID)).toMatchObject({
    status: 'PARTIALLY_SIGNED',
    recipients: [{ state: 'SIGNED' }, { state: 'SIGNED' }],
    local: { isUnsent: true, allSignedAt: capturedAt, signed: [{ role: 'CLINICIAN', capturedAt }] },
    Timeline: [{ type: 'SIGNED', at: capturedAt, hash: '' }],
  });
  await withdrawConsent(store, consentID, 'Changed my mind');
  // Withdrawn is withdrawn: nothing says any more that it will be sealed.
  expect(await readConsentView(store, consentID)).toMatchObject({ status: 'WITHDRAWN', local: { allSignedAt: null } });
});

test('a change of mind that waits here reads as the server will write it: at whose wish, how, and who recorded it', async ({
  store,
}) => {
  const signer = {
    recipient_name: 'Amber Demo-Rowan',
    recipient_email: null,
    action_type: 'SIGN' as const,
    signing_order: 1,
    role: 'PATIENT' as const,
    state: 'SIGNED' as const,
    method: 'TYPED' as const,
    signedAt: null,
  };
  const reason = 'Changed my mind';
  const recorder = `${demoUser.firstName} ${demoUser.lastName}`;
  for (const [wish, words] of [
    [
      { signing_order: 1, how: 'PHONE' },
      `Withdrawn by Amber Demo-Rowan, patient, by telephone, recorded by ${recorder}: “${reason}”`,
    ],
    [{ signing_order: 1 }, `Withdrawn by Amber Demo-Rowan, patient, recorded by ${recorder}: “${reason}”`],
    [{}, `Withdrawn, recorded by ${recorder}: “${reason}”`],
  ] as const) {
    const { consentID } = await fetchConsent(store, { status: 'SIGNED', recipients: [signer] });
    await enqueue(store, { call: 'recordWithdraw', input: { consentID, reason, ...wish } });
    const event = (await readConsentView(store, consentID))!.Timeline.at(-1)!;
    expect(withdrawalWords(event)).toBe(words);
  }
});
