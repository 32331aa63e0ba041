import 'fake-indexeddb/auto';
import { CallFailed } from '#contract/engine/call.ts';
import { setOfflineSession } from '#src/offline/session.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { currentSession, startSession } from '#src/session/session.ts';
import { saveCopies } from '#store/sync/pull.ts';
import { unseal } from '#store/crypto/seal.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import { readExtract } from '#store/outbox/answer-extract.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { readPatient } from '#store/views/patients.ts';
import { aPatient } from '#tests/support/forms/builders.ts';
import { beforeEach, expect, test } from 'vitest';
import { sessionOf, tabletForTests, untilSent } from './tablet.ts';
import { soon } from '#tests/support/checks/soon.ts';

// The real client and the real server in one process: ops of the page reach the server's own handler.
const { staff, tablet } = tabletForTests();
beforeEach(async () => {
  // Ops that an earlier test left blocked.
  await tablet.offline.store.db.ops.clear();
  tablet.hold();
});

const onServer = async (id: string) => (await staff.call('patientGetDetails', { id })).data.patient;
const localPatient = (id: string) => readPatient(tablet.offline.store, id);
const waiting = async () => (await outboxItems(tablet.offline.store.db)).map(({ call, state }) => `${call} ${state}`);
const failureOf = async (trying: Promise<unknown>): Promise<CallFailed> => {
  const failure = await trying.catch((thrown: unknown) => thrown);
  if (failure instanceof CallFailed) return failure;
  throw failure instanceof Error ? failure : new Error('It was not refused');
};

async function newPatient(): Promise<string> {
  const id = tablet.offline.store.env.newId();
  await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id } });
  return id;
}

/** Another person, at another screen, changes a phone number. */
async function changedElsewhere(id: string, phoneNumber: string): Promise<void> {
  const { version } = await onServer(id);
  await staff.call('patientUpdate', { id, version, phoneNumber });
}

test('with a network the server’s own answer comes back, and nothing is left waiting', async () => {
  const id = tablet.offline.store.env.newId();
  const ending = await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id } });
  expect(ending).toMatchObject({ kind: 'sent', extract: { patient: { id, version: 1 }, possibleDuplicates: [] } });
  expect(await waiting()).toEqual([]);
  expect(await localPatient(id)).toMatchObject({ state: 'synced', patient: { version: 1 } });
});

/** Somebody whom the server alone knows, with contact details, and the draft of the same person. */
async function knownToTheServer() {
  const draft = aPatient({ phoneNumber: '01632 960003' });
  const { id } = (await staff.call('patientCreate', draft)).data.patient;
  return { known: id, again: { ...draft, id: tablet.offline.store.env.newId() } };
}

test('an answer that comes while the screen waits says whom the server knows, and stores no contact details of theirs', async () => {
  const { known, again } = await knownToTheServer();
  tablet.wire.state = 'stuck';
  const creating = writeOrQueue({ call: 'patientCreate', input: again });
  await soon(async () => expect(await waiting()).toEqual(['patientCreate sent']));
  tablet.goOnline();
  const ending = await creating;
  expect(ending).toMatchObject({ kind: 'sent', extract: { patient: { id: again.id, version: 1 } } });
  expect(ending).toMatchObject({ extract: { possibleDuplicates: [{ patient: { id: known } }] } });
  expect(JSON.stringify(ending)).not.toContain('960003');
});

test('an answer that another tab receives is the same answer', async () => {
  const { offline } = tablet;
  const { known, again } = await knownToTheServer();
  // This tab's own connection to the vault: nothing but the database is shared with the tab that sends.
  const { db } = offline.store;
  const other = openVaultDatabase(offline.store.vault.userHash, { letGo: async () => {}, onBlocked: () => {} });
  setOfflineSession(sessionOf({ ...offline, store: { ...offline.store, db: other }, wake: () => {}, isCurrent: () => true }));
  const creating = writeOrQueue({ call: 'patientCreate', input: again });
  await soon(async () => expect(await db.ops.count()).toBe(1));
  offline.wake('enqueued');
  expect(await creating).toMatchObject({ kind: 'sent', extract: { possibleDuplicates: [{ patient: { id: known } }] } });
  other.close();
});

test('what is answered after the screen was left is with the server, and its receipt says so', async () => {
  const left = new AbortController();
  tablet.wire.state = 'stuck';
  const id = tablet.offline.store.env.newId();
  const creating = writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id }, signal: left.signal });
  await soon(async () => expect(await waiting()).toEqual(['patientCreate sent']));
  left.abort();
  expect(await creating).toEqual({ kind: 'queued' });
  tablet.goOnline();
  await untilSent(tablet);
  expect(await localPatient(id)).toMatchObject({ state: 'synced', patient: { version: 1 } });
  expect(await tablet.offline.store.db.sent.toArray()).toContainEqual(expect.objectContaining({ entityId: id }));
});

test('nobody reads whom the server knew once the copies are forgotten, and what was sent stays readable', async () => {
  const { again } = await knownToTheServer();
  await writeOrQueue({ call: 'patientCreate', input: again });
  const { store } = tablet.offline;
  const receipt = (await store.db.sent.toArray()).find(({ entityId }) => entityId === again.id)!;
  expect(await readExtract(store, receipt, 'patientCreate')).toMatchObject({ patient: { id: again.id } });
  // A receipt of another call of the same patient, as of an edit that the creation took up.
  expect(await readExtract(store, receipt, 'patientUpdate')).toBeNull();
  const signedOut = { ...store, vault: { ...store.vault, synced: { ...store.vault.synced, keyId: store.env.newId() } } };
  expect(await readExtract(signedOut, receipt, 'patientCreate')).toBeNull();
  expect(await unseal(signedOut.vault, { table: 'sent', id: receipt.opId }, receipt)).toMatchObject({ id: again.id });
});

test('without a network it is kept at once, and sent once when the network is back', async () => {
  tablet.goOffline();
  const id = tablet.offline.store.env.newId();
  const draft = aPatient();
  expect(await writeOrQueue({ call: 'patientCreate', input: { ...draft, id } })).toEqual({ kind: 'queued' });
  expect(await writeOrQueue({ call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' } })).toEqual({ kind: 'queued' });
  expect(await waiting()).toContain('patientCreate queued');
  tablet.goOnline();
  await untilSent(tablet);
  expect(await onServer(id)).toMatchObject({ phoneNumber: '01632 960001' });
  expect((await staff.call('patientGet', { search: draft.lastName })).data.total).toBe(1);
});

test('work that was only opened with the password is kept, though there is a network', async () => {
  const session = currentSession()!;
  startSession({ ...session, token: null });
  const id = tablet.offline.store.env.newId();
  expect(await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id } })).toEqual({ kind: 'queued' });
  startSession(session);
  tablet.offline.wake('signedIn');
  await untilSent(tablet);
  expect(await onServer(id)).toMatchObject({ id });
});

test('an answer that is lost is no failure: it is kept, and takes effect once', async () => {
  tablet.wire.state = 'answerLost';
  const id = tablet.offline.store.env.newId();
  expect(await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id } })).toEqual({ kind: 'queued' });
  expect(await onServer(id)).toMatchObject({ version: 1 });
  tablet.goOnline();
  await untilSent(tablet);
  expect(await onServer(id)).toMatchObject({ version: 1 });
});

test('what the server refuses while somebody waits is thrown in its words, and nothing of it stays', async () => {
  const id = tablet.offline.store.env.newId();
  const failure = await failureOf(
    writeOrQueue({ call: 'patientCreate', input: { ...aPatient({ dateOfBirth: '2999-01-01' }), id } }),
  );
  expect(failure).toMatchObject({
    status: 400,
    code: 'INVALID',
    fields: [{ path: 'dateOfBirth', message: 'The Date of birth must not be in the future' }],
  });
  expect(await waiting()).toEqual([]);
  expect(await localPatient(id)).toBeNull();
});

test('what was kept and is refused later stays for somebody to look at', async () => {
  tablet.goOffline();
  const id = tablet.offline.store.env.newId();
  await writeOrQueue({ call: 'patientCreate', input: { ...aPatient({ dateOfBirth: '2999-01-01' }), id } });
  tablet.goOnline();
  await soon(async () => expect(await waiting()).toEqual(['patientCreate review']));
  expect(await localPatient(id)).toMatchObject({ state: 'unsent' });
});

test('a refusal that nobody waits for any more stays for somebody to look at', async () => {
  const left = new AbortController();
  const id = tablet.offline.store.env.newId();
  const input = { ...aPatient({ dateOfBirth: '2999-01-01' }), id };
  const keeping = writeOrQueue({ call: 'patientCreate', input, signal: left.signal });
  left.abort();
  expect(await keeping).toEqual({ kind: 'queued' });
  await soon(async () => expect(await waiting()).toEqual(['patientCreate review']));
});

test('somebody else’s value is shown, not overwritten, and the next try is made on top of it', async () => {
  const id = await newPatient();
  await changedElsewhere(id, '01632 960002');
  const mine = { call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' } } as const;
  const failure = await failureOf(writeOrQueue({ ...mine, expected: { phoneNumber: null } }));
  expect(failure).toMatchObject({
    status: 409,
    code: 'VERSION_CONFLICT',
    data: { current: { phoneNumber: '01632 960002', version: 2 } },
  });
  expect(await waiting()).toEqual([]);
  expect(await localPatient(id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960002' } });
  expect(await writeOrQueue({ ...mine, expected: { phoneNumber: '01632 960002' } })).toMatchObject({ kind: 'sent' });
  expect(await onServer(id)).toMatchObject({ phoneNumber: '01632 960001', version: 3 });
});

test('an edit of another field than somebody else’s goes through beside it', async () => {
  const id = await newPatient();
  await changedElsewhere(id, '01632 960002');
  const ending = await writeOrQueue({
    call: 'patientUpdate',
    input: { id, address: '1 Demo Street' },
    expected: { address: null },
  });
  expect(ending).toMatchObject({ kind: 'sent' });
  const merged = { address: '1 Demo Street', phoneNumber: '01632 960002' };
  expect([await localPatient(id), await onServer(id)]).toMatchObject([{ state: 'synced', patient: merged }, merged]);
});

test('a value that has changed on this tablet since it was seen is not overwritten, with or without a network', async () => {
  const id = await newPatient();
  await changedElsewhere(id, '01632 960002');
  const now = await onServer(id);
  await saveCopies(tablet.offline.store, [{ entity: 'patient', id, version: now.version, data: now }], tablet.offline.cards);
  tablet.goOffline();
  const failure = await failureOf(
    writeOrQueue({ call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' }, expected: { phoneNumber: null } }),
  );
  expect(failure).toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { phoneNumber: '01632 960002' } } });
  expect(await waiting()).toEqual([]);
});

test('spaces that the call tidies away are not somebody else’s change', async () => {
  const id = await newPatient();
  await writeOrQueue({ call: 'patientUpdate', input: { id, address: ' 1 Demo Street ' }, expected: { address: null } });
  const ending = await writeOrQueue({
    call: 'patientUpdate',
    input: { id, address: '2 Demo Street' },
    expected: { address: ' 1 Demo Street ' },
  });
  expect(ending).toMatchObject({ kind: 'sent' });
});

test('two quick writes to one patient both end as sent, in their order', async () => {
  const id = await newPatient();
  const endings = await Promise.all([
    writeOrQueue({ call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' } }),
    writeOrQueue({ call: 'patientUpdateStatus', input: { id, status: 'INACTIVE' } }),
  ]);
  expect(endings.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
  expect(await onServer(id)).toMatchObject({ phoneNumber: '01632 960001', status: 'INACTIVE', version: 3 });
});

test('two writes that travel as one are refused as one: neither form is told that its words are kept', async () => {
  const { offline } = tablet;
  const ops = () => offline.store.db.ops.toArray();
  // Nothing is sent until both have been written.
  setOfflineSession(sessionOf({ ...offline, wake: () => {} }));
  const id = offline.store.env.newId();
  const creating = failureOf(writeOrQueue({ call: 'patientCreate', input: { ...aPatient({ dateOfBirth: '2999-01-01' }), id } }));
  await soon(async () => expect(await ops()).toHaveLength(1));
  const editing = failureOf(writeOrQueue({ call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' } }));
  await soon(async () => expect(await ops()).toMatchObject([{ rev: 2 }]));
  offline.wake('enqueued');
  expect(await Promise.all([creating, editing])).toMatchObject([{ code: 'INVALID' }, { code: 'INVALID' }]);
  expect(await ops()).toEqual([]);
});

test('words that were told to be kept are not taken back with later ones that travel with them', async () => {
  const { offline } = tablet;
  const id = await newPatient();
  await changedElsewhere(id, '01632 960002');
  setOfflineSession(sessionOf({ ...offline, wake: () => {} }));
  // Nobody waits for the first: it was acknowledged as queued.
  const left = AbortSignal.abort();
  const first = { call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' }, signal: left } as const;
  expect(await writeOrQueue(first)).toEqual({ kind: 'queued' });
  const second = writeOrQueue({ call: 'patientUpdate', input: { id, address: '1 Demo Street' }, expected: { address: null } });
  await soon(async () => expect(await offline.store.db.ops.toArray()).toMatchObject([{ parts: 2 }]));
  offline.wake('enqueued');
  expect(await second).toEqual({ kind: 'queued' });
  expect(await waiting()).toEqual(['patientUpdate conflict']);
  expect(await localPatient(id)).toMatchObject({ patient: { phoneNumber: '01632 960001', address: '1 Demo Street' } });
});

test('where this browser keeps nothing the call is made at once, on the version that was seen', async () => {
  const id = await newPatient();
  setOfflineSession(null);
  const edit = { call: 'patientUpdate', input: { id, phoneNumber: '01632 960001' }, version: 1 } as const;
  expect(await writeOrQueue(edit)).toEqual({ kind: 'sent', extract: null });
  expect(await onServer(id)).toMatchObject({ version: 2, phoneNumber: '01632 960001' });
  const twin = await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id: tablet.offline.store.env.newId() } });
  expect(twin).toMatchObject({ extract: { patient: { version: 1 }, possibleDuplicates: [] } });
  expect(await failureOf(writeOrQueue(edit))).toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { version: 2 } } });
});
