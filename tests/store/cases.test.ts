import 'fake-indexeddb/auto';
import { overlayCase } from '#store/case-view.ts';
import { readCase, readConsentList, readSeenConsent } from '#store/cases.ts';
import { keepCopies } from '#store/changes.ts';
import { commit } from '#store/commit.ts';
import { createConsent, saveDraft, sendConsent, signConsent, withdrawConsent } from '#store/consents.ts';
import { Overtaken } from '#store/overtaken.ts';
import { createPatient } from '#store/patients.ts';
import { keepProfile } from '#store/profile.ts';
import type { Store } from '#store/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoConsent, demoPatient, demoProcedure, demoUser } from './demo-entities.ts';
import { openDemoStore, openWorld } from './world.ts';

const procedure = demoProcedure({ procedureID: '0190f3a0-0000-7000-8000-0000000000b1', libraryVersion: 2 });

let store: Store;
beforeEach(async () => {
  store = await openDemoStore(openWorld());
  await keepProfile(store, demoUser);
});
afterEach(() => store.db.close());

const told = (change: Parameters<typeof demoConsent>[0]) => {
  const data = demoConsent(change);
  return { entity: 'consent', id: data.consentID, version: data.version, data } as const;
};

async function fetched(change: Partial<Parameters<typeof demoConsent>[0]> = {}) {
  const ids = { consentID: store.means.newId(), recordID: store.means.newId(), patientID: store.means.newId() };
  const patient = demoPatient({ id: ids.patientID });
  await keepCopies(store, [{ entity: 'patient', id: patient.id, version: 1, data: patient }, told({ ...ids, ...change })], null);
  return ids;
}

test('a case that was fetched and not touched is shown as the server told it', async () => {
  const { consentID, recordID } = await fetched({ procedures: [procedure], mattersToMe: 'My garden' });
  const here = await readCase(store, recordID);
  expect(here).toMatchObject({
    record: { status: 'DRAFT', currentConsentID: consentID, versions: 1, patient: { lastName: 'Demo-Rowan' } },
    consents: [{ mattersToMe: 'My garden', procedures: [procedure], here: { isUnsent: false } }],
  });
  expect(await readCase(store, store.means.newId())).toBeNull();
});

test('what is written here lies on top of the server’s copy, and the rest is the server’s', async () => {
  const { consentID, recordID } = await fetched({ procedures: [procedure], mattersToMe: 'My garden', refusals: ['Blood'] });
  await saveDraft(store, consentID, { mattersToMe: 'My dog' });
  const server = { ...(await readCase(store, recordID))!, fromTablet: { at: null } };
  const theirs = { ...server, consents: [{ ...server.consents[0]!, mattersToMe: 'My garden' }] };
  const [shown] = overlayCase(theirs, await readCase(store, recordID)).consents;
  expect(shown).toMatchObject({
    mattersToMe: 'My dog',
    refusals: ['Blood'],
    procedures: [{ procedureName: 'Demo procedure' }],
    here: { isUnsent: true },
  });
  expect((await readConsentList(store)).map((line) => [line.consentID, line.here?.isUnsent])).toEqual([[consentID, true]]);
});

test('nobody is asked to sign what this tablet could not pin', async () => {
  const patientID = await createPatient(store, { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' });
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sendConsent(store, consentID);
  expect(await readSeenConsent(store, consentID)).toMatchObject({ status: 'READY', contentDigest: null, recipients: [] });
});

test('a signature made here stands beside those that the server has told, until the server tells it too', async () => {
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
  const { consentID } = await fetched({
    status: 'PARTIALLY_SIGNED',
    contentDigest: 'a'.repeat(64),
    statements: { CLINICIAN: 'I have explained it.' },
    recipients: [who('PATIENT', 'SIGNED', 1), who('CLINICIAN', 'WAITING', 2)],
  });
  const capturedAt = '2026-08-06T14:02:00.000Z';
  const typed = {
    name: 'Demo Clinician',
    method: 'TYPED',
    typedName: 'Demo Clinician',
    statement: 'I have explained it.',
  } as const;
  await signConsent(store, { consentID, role: 'CLINICIAN', ...typed, contentDigest: 'a'.repeat(64), capturedAt });
  expect(await readSeenConsent(store, consentID)).toMatchObject({
    status: 'PARTIALLY_SIGNED',
    recipients: [{ state: 'SIGNED' }, { state: 'SIGNED' }],
    here: { isUnsent: true, allSignedAt: capturedAt, signed: [{ role: 'CLINICIAN', capturedAt }] },
    Timeline: [{ type: 'SIGNED', at: capturedAt, hash: '' }],
  });
  await withdrawConsent(store, consentID, 'Changed my mind');
  // Withdrawn is withdrawn: nothing says any more that it will be sealed.
  expect(await readSeenConsent(store, consentID)).toMatchObject({ status: 'WITHDRAWN', here: { allSignedAt: null } });
});

test('a procedure that another tab has changed is not written over; the same one in the call’s own shape is no change', async () => {
  const { consentID } = await fetched({ procedures: [procedure] });
  const { procedureName: _n, procedureDescription: _d, procedureAcronym: _a, sideRequired: _s, ...seen } = procedure;
  const save = (side: 'LEFT' | 'RIGHT') =>
    commit(store, {
      call: 'consentUpdate',
      input: { consentID, procedures: [{ ...seen, anaesthetic: [], side }] },
      seen: { procedures: [seen] },
    });
  await save('LEFT');
  await expect(save('RIGHT')).rejects.toBeInstanceOf(Overtaken);
  expect((await readSeenConsent(store, consentID))?.procedures[0]?.side).toBe('LEFT');
});
