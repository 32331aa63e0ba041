import 'fake-indexeddb/auto';
import { isWaiting, localCaseWords } from '#domain/cases/state-words.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { consentListOptions, recordListOptions } from '#src/queries/dashboard.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { patientOptions } from '#src/queries/patients.ts';
import { recordDetailsOptions } from '#src/queries/records.ts';
import { quietActs } from '#src/screens/cases/acts/quiet-acts.ts';
import { nextStep } from '#src/screens/cases/next/next-step.ts';
import { stoppedWords } from '#src/screens/cases/next/next-words.ts';
import { waitingRoles } from '#src/screens/cases/waiting-signers.ts';
import { readComingList } from '#store/views/listed.ts';
import type { ConsentView } from '#store/views/consent.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { saveProfile } from '#store/session/profile.ts';
import { draft, sent, typed } from '#tests/support/forms/builders.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { tabletForTests } from './tablet.ts';

// The real client and the real server in one process.
const { staff, tablet } = tabletForTests();
beforeEach(async () => {
  onlineManager.setOnline(true);
  tablet.hold();
  await tablet.offline.store.db.ops.clear();
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
});

const ZONE = 'Europe/London';
const clinician = SEEDED_ROLES.find(({ key }) => key === 'CLINICIAN')!.permissions;
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
const caseOf = (recordID: string) => client().fetchQuery(recordDetailsOptions(recordID));
const wordsOf = (consent: ConsentView) =>
  localCaseWords({ ...consent, waitingFor: waitingRoles(consent) }, consent.local, ZONE).words;
const actsOf = (consent: ConsentView) => quietActs(consent, clinician);
const waitForItem = (state: string) =>
  soon(async () => {
    const items = await outboxItems(tablet.offline.store.db);
    const found = items.find((each) => each.state === state);
    if (found === undefined) throw new Error(`Nothing is ${state}: ${JSON.stringify(items)}`);
    return found;
  });

/** A form that the clinician has signed without a network while it was taken back, changed and made ready again. */
async function refusedSignature() {
  const version = await sent(staff);
  const { consentID, recordID, patientID } = version;
  await tablet.offline.pull();
  tablet.goOffline();
  const { strokes: _, ...signature } = typed(version) as ReturnType<typeof typed> & { strokes?: unknown };
  await writeOrQueue({ call: 'recordSign', input: signature });
  const signedLocally = (await caseOf(recordID)).consents[0]!;
  await staff.call('recordRecall', { consentID, reason: 'Another side' }, randomUUID());
  const recalled = (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
  const saved = await staff.call(
    'consentUpdate',
    { consentID, version: recalled.version, mattersToMe: 'My garden' },
    randomUUID(),
  );
  await staff.call('consentSend', { consentID, version: saved.version, channel: 'DEVICE' }, randomUUID());
  tablet.goOnline();
  const { opId, error } = await waitForItem('review');
  expect(error?.code).toBe('SIGNED_CONTENT_MISMATCH');
  return { consentID, recordID, patientID, opId, signedLocally };
}

test('a signature that the server refused counts nowhere: the case is as the server has it, and says where to look', async () => {
  const { consentID, recordID, patientID, opId, signedLocally } = await refusedSignature();
  // Until it is refused it is shown as made.
  expect(signedLocally).toMatchObject({ status: 'PARTIALLY_SIGNED', local: { signed: [{ role: 'CLINICIAN' }] } });
  const look = async () => {
    const { record, consents } = await caseOf(recordID);
    const [consent] = consents;
    expect(consent).toMatchObject({
      consentID,
      status: 'SENT',
      local: { allSignedAt: null, signed: [], blocked: { item: opId, signed: [{ role: 'CLINICIAN' }] } },
    });
    expect(consent!.recipients.map(({ state }) => state)).not.toContain('SIGNED');
    expect([record.status, wordsOf(consent!), isWaiting(consent!.local)]).toEqual(['SENT', 'Needs you', false]);
    const step = nextStep(consent!, { userId: undefined, permissions: clinician });
    expect(step).toMatchObject({ kind: 'stopped', stopped: { item: opId } });
    expect(step.kind === 'stopped' && stoppedWords(step.stopped)).toContain('it does not count');
    expect(actsOf(consent!)).toEqual([]);
    return consent!;
  };
  const lists = async () => {
    const records = await client().fetchQuery(recordListOptions({ page: 1, search: '', status: 'SENT', duration: 'ALL' }));
    const consents = await client().fetchQuery(consentListOptions({ page: 1, search: '', status: 'SENT', isMine: true }));
    const { records: ofPatient } = await client().fetchQuery(patientOptions(patientID));
    const rows = [
      records.records.find((each) => each.recordID === recordID)?.current,
      consents.records.find((each) => each.consentID === consentID),
      ofPatient.find((each) => each.recordID === recordID)?.current,
    ];
    expect(rows.map((row) => row && localCaseWords(row, row.local, ZONE).words)).toEqual(['Needs you', 'Needs you', 'Needs you']);
  };
  expect((await look()).mattersToMe).toBe('My garden');
  await lists();
  tablet.goOffline();
  await look();
  await lists();
});

test('once a refused signature is taken back, the case offers all that the server’s own version allows', async () => {
  const { recordID, opId } = await refusedSignature();
  await tablet.offline.local.outbox.discard(opId);
  const consent = (await caseOf(recordID)).consents[0]!;
  expect(consent.local?.blocked).toBeUndefined();
  expect(nextStep(consent, { userId: undefined, permissions: clinician })).toMatchObject({
    kind: 'handover',
    signers: [{ role: 'PATIENT', signing_order: 1 }],
  });
  expect(actsOf(consent)).toEqual(['recall', 'void']);
  expect(wordsOf(consent)).toBe('Patient to sign');
});

test('a withdrawal that the server refused is not shown as one; the list for surgery gives no better light for it', async () => {
  const { consentID, recordID } = await sent(staff);
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  const listed = { date: '2026-09-01', theatre: 'Theatre 2', listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID, version, listed }, randomUUID());
  await tablet.offline.pull();
  tablet.goOffline();
  await writeOrQueue({ call: 'recordWithdraw', input: { consentID, reason: 'Changed my mind' } });
  tablet.goOnline();
  await waitForItem('review');
  const { record, consents } = await caseOf(recordID);
  expect([record.status, consents[0]!.status, wordsOf(consents[0]!)]).toEqual(['SENT', 'SENT', 'Needs you']);
  const step = nextStep(consents[0]!, { userId: undefined, permissions: clinician });
  expect(step.kind === 'stopped' && stoppedWords(step.stopped)).toContain('was withdrawn on this tablet');
  const { rows } = await readComingList(tablet.offline.store, '2026-08-06');
  expect(rows.find((row) => row.recordID === recordID)).toMatchObject({ light: 'RED' });
});

test('words of a draft that met another’s are still there to be written on, and are not called waiting', async () => {
  const { consentID, recordID, version } = await draft(staff);
  await tablet.offline.pull();
  tablet.goOffline();
  await writeOrQueue({ call: 'consentUpdate', input: { consentID, mattersToMe: 'Mine' } });
  await staff.call('consentUpdate', { consentID, version, mattersToMe: 'Theirs' }, randomUUID());
  tablet.goOnline();
  await waitForItem('conflict');
  const consent = (await caseOf(recordID)).consents[0]!;
  expect([consent.status, consent.mattersToMe, wordsOf(consent)]).toEqual(['DRAFT', 'Mine', 'Needs you']);
});

test('what waits behind a refused patient does not go by itself either', async () => {
  const patientID = tablet.offline.store.env.newId();
  const { consentID, recordID } = { consentID: randomUUID(), recordID: randomUUID() };
  tablet.goOffline();
  await writeOrQueue({
    call: 'patientCreate',
    input: { id: patientID, firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' },
  });
  await writeOrQueue({
    call: 'consentCreate',
    input: { consentID, recordID, patientID, formType: 'FORM_1' },
    patientId: patientID,
  });
  expect(wordsOf((await caseOf(recordID)).consents[0]!)).toMatch(/^Draft/);
  const [first] = await outboxItems(tablet.offline.store.db);
  await tablet.offline.store.db.ops.where('opId').equals(first!.opId).modify({ state: 'review' });
  const consent = (await caseOf(recordID)).consents[0]!;
  expect(consent.local?.blocked?.item).toBe(first!.opId);
  expect(wordsOf(consent)).toBe('Needs you');
});
