import 'fake-indexeddb/auto';
import { pullChanges } from '#store/sync/pull.ts';
import { readPatient } from '#store/views/patients.ts';
import { runPass } from '#store/sync/pass.ts';
import { expect, test as base } from 'vitest';
import { createConsent, createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { MISDIRECTED } from '#store/db/op.ts';
import { retryOp } from '#store/outbox/review.ts';
import { applyTicketAnswer } from '#store/sync/ticket-answer.ts';
import { createSentPatient } from '#tests/store/sender-setup.ts';
import { readListing } from '#store/views/listing.ts';
import { acknowledge } from '#store/sync/acknowledge.ts';
import { acquireLease } from '#store/outbox/lease.ts';
import { listedCases, on } from '#tests/store/listed-cases.ts';
import { pages, patientChange } from '#tests/store/change-pages.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('what took effect so long ago that its answer is kept no more goes, with a receipt, and is fetched anew', async ({
  store,
  sender,
}) => {
  const id = await createPatient(store);
  await pullChanges(store, pages().fetchPage);
  const answer = { message: '', error: 'ALREADY_DONE', fields: [] };
  const asking = { ...sender, fetch: async () => Response.json(answer, { status: 409, headers: { 'x-app': 'consent' } }) };
  await runPass(asking, { isImmediate: true, ends: 'none', signal: new AbortController().signal, onAttempt: () => {} });
  expect(await store.db.ops.count()).toBe(0);
  expect((await store.db.sent.toArray()).map(({ call, entityId }) => [call, entityId])).toEqual([['patientCreate', id]]);
  expect(await readPatient(store, id)).toBeNull();
  const { fetchPage, cursors } = pages({ changes: [patientChange({ id, version: 7 })] });
  await pullChanges(store, fetchPage);
  expect(cursors).toEqual([undefined]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { version: 7 } });
});

test.for([
  [1, [], '01632 960003'],
  [3, ['conflict'], ''],
] as const)(
  'behind what took effect long ago an edit is taken, or waits for a choice: the server is at version %i',
  async ([version, left, phone], { store, server, sender, drain }) => {
    const id = await createPatient(store);
    sender.plan.push('answerLost');
    await sender.pass();
    await updatePatient(store, id, { phoneNumber: '01632 960003' });
    server.patients.set(id, { ...server.patients.get(id)!, version });
    const { fetch } = sender;
    const done = { message: 'Done', error: 'ALREADY_DONE' };
    const fetchLate: typeof fetch = async (address, init) =>
      String(address).endsWith('patient/create')
        ? Response.json(done, { status: 409, headers: { 'x-app': 'consent' } })
        : fetch(address, init);
    Object.assign(sender, { fetch: fetchLate });
    await drain();
    expect((await store.db.ops.toArray()).map(({ state }) => state)).toEqual(left);
    expect(server.patients.get(id)?.phoneNumber ?? '').toBe(phone);
  },
);

test('an old answer that comes once more after a restored backup writes over nothing', async ({ store }) => {
  const { fetchCase, listCase } = listedCases(store);
  const ids = await fetchCase({});
  await listCase(ids, on('2026-08-07'));
  const [op] = await store.db.ops.toArray();
  const epoch = await acquireLease(store.db, store.env.now());
  const row = (await store.db.listings.get(ids.recordID))!;
  await store.db.listings.put({ ...row, state: 'synced', serverVersion: 9 });
  const listing = { ...(await readListing(store, ids.recordID))!, listed: null, version: 3 };
  await acknowledge({ store, epoch }, [{ prepared: { op: op!, body: {} }, output: { listing } }]);
  expect((await readListing(store, ids.recordID))?.listed).toEqual(on('2026-08-07'));
  expect(await store.db.ops.count()).toBe(0);
});

test.for([
  ['alone', false],
  ['in a batch', true],
] as const)(
  'an answer about another form is never taken, is asked for again, and after three waits for a person: sent %s',
  async ([, slow], { store, server, sender, drain }) => {
    const patientID = await createSentPatient({ store, drain });
    const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
    // A second lane, so that a slow line makes a batch of them.
    await createPatient(store);
    sender.slow = slow;
    const other = store.env.newId();
    const { fetch } = sender;
    let isMixedUp = true;
    Object.assign(sender, {
      fetch: (async (address, init) => {
        const response = await fetch(address, init);
        const text = await response.text();
        return new Response(isMixedUp ? text.replaceAll(consentID, other) : text, response);
      }) satisfies typeof fetch,
    });
    const before = await store.db.consents.get(consentID);
    const opOfForm = () => store.db.ops.where('lane').equals(`consent:${consentID}`).first();
    const states: unknown[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await sender.pass(true);
      states.push((await opOfForm())?.state);
    }
    expect(states).toEqual(['queued', 'queued', 'review']);
    expect((await opOfForm())?.error).toMatchObject({ code: MISDIRECTED });
    expect(await store.db.consents.get(consentID)).toEqual(before);
    expect(await store.db.consents.get(other)).toBeUndefined();
    expect((await store.db.sent.toArray()).filter(({ entityId }) => entityId === consentID)).toEqual([]);
    isMixedUp = false;
    await retryOp(store, (await opOfForm())!.opId);
    await drain();
    expect(await store.db.ops.count()).toBe(0);
    expect(await store.db.consents.get(consentID)).toMatchObject({ state: 'synced' });
    expect(server.effects.filter(({ call }) => call === 'consentCreate')).toHaveLength(1);
  },
);

test('a conflict that shows another patient is no conflict of this one', async ({ store, server, sender, drain }) => {
  const id = await createSentPatient({ store, drain });
  await updatePatient(store, id, { phoneNumber: '01632 960003' });
  const current = { ...server.patients.get(id)!, id: store.env.newId(), phoneNumber: '01632 960999', version: 4 };
  server.refuseWith(() => server.failure(409, 'VERSION_CONFLICT', { data: { current } }));
  await sender.pass();
  expect((await store.db.ops.toArray()).map(({ state, misdirected }) => [state, misdirected])).toEqual([['queued', 1]]);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960003');
});

test('a signer’s answer about another form changes no form here', async ({ store, server, drain }) => {
  const patientID = await createSentPatient({ store, drain });
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await drain();
  const before = await store.db.consents.get(consentID);
  const data = { consentID: store.env.newId(), status: 'DECLINED', signerState: 'DECLINED' } as const;
  await applyTicketAnswer(store, { call: 'recordDecline', input: { consentID }, answer: { message: '', data } });
  expect(await store.db.consents.get(consentID)).toEqual(before);
  await applyTicketAnswer(store, {
    call: 'recordDecline',
    input: { consentID },
    answer: { message: '', data: { ...data, consentID } },
  });
  expect(await store.db.consents.get(consentID)).not.toEqual(before);
  expect(server.effects).toHaveLength(2);
});
