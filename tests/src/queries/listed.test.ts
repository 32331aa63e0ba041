import 'fake-indexeddb/auto';
import { writeOrQueue } from '#src/offline/write.ts';
import { listCase } from '#src/queries/listed.ts';
import { watchCompletePulls, watchPulls } from '#src/offline/local/watch-pulls.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readCase } from '#store/views/cases.ts';
import { readConsent } from '#store/views/consents.ts';
import { readMergeNotes } from '#store/entities/merge-notes.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { readOp, resolveConflict } from '#store/outbox/review.ts';
import { saveProfile } from '#store/session/profile.ts';
import { draft } from '#tests/support/forms/builders.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { tabletForTests, untilSent } from '#tests/src/offline/tablet.ts';
import { soon } from '#tests/support/checks/soon.ts';

// The real client and the real server in one process.
const { staff, tablet } = tabletForTests();
beforeEach(() => tablet.hold());

const on = (date: string) => ({ date, theatre: 'Theatre 2', listType: 'THEATRE' as const });
const record = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.record;
const listedElsewhere = async (recordID: string, date: string) =>
  staff.call('recordUpdate', { recordID, version: (await record(recordID)).version, listed: on(date) }, randomUUID());
const listHere = (recordID: string, date: string) =>
  writeOrQueue({ call: 'recordUpdate', input: { recordID, listed: on(date) } });

async function fetchedDraft() {
  const made = await draft(staff);
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
  await tablet.offline.pull();
  return made;
}

test('listed without a network, the server has it once the network is back, and tells it to the tablet', async () => {
  const { recordID } = await fetchedDraft();
  tablet.goOffline();
  expect(await listHere(recordID, '2026-09-01')).toEqual({ kind: 'queued' });
  expect((await record(recordID)).listed).toBeNull();
  tablet.goOnline();
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-01'));
  await tablet.offline.pull();
  expect((await readCase(tablet.offline.store, recordID))?.record).toMatchObject({
    listed: on('2026-09-01'),
    isListingUnsent: false,
  });
});

test('with a network it is sent at once', async () => {
  const { recordID } = await fetchedDraft();
  expect(await listHere(recordID, '2026-09-02')).toMatchObject({ kind: 'sent' });
  expect((await record(recordID)).listed).toEqual(on('2026-09-02'));
});

test('it moves no form: what is written into the form without a network goes after it as if nothing had been', async () => {
  const { consentID, recordID } = await fetchedDraft();
  tablet.goOffline();
  await enqueue(tablet.offline.store, { call: 'consentUpdate', input: { consentID, mattersToMe: 'Written offline' } });
  await listedElsewhere(recordID, '2026-09-03');
  tablet.goOnline();
  await untilSent(tablet);
  expect((await readConsent(tablet.offline.store, consentID))?.consent.server?.mattersToMe).toBe('Written offline');
  expect(await readMergeNotes(tablet.offline.store, consentID)).toEqual([]);
});

test('a form that somebody has changed meanwhile does not keep it from being listed', async () => {
  const { consentID, recordID, version } = await fetchedDraft();
  tablet.goOffline();
  await listHere(recordID, '2026-09-04');
  await staff.call('consentUpdate', { consentID, version, mattersToMe: 'Changed at another screen' });
  tablet.goOnline();
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-04'));
});

test('two people who list the same case for different days are both asked about, and the one who chooses is heard', async () => {
  const { recordID } = await fetchedDraft();
  tablet.goOffline();
  await listHere(recordID, '2026-09-05');
  await listedElsewhere(recordID, '2026-09-06');
  tablet.goOnline();
  const { opId } = await soon(async () => {
    const [first] = await outboxItems(tablet.offline.store.db);
    if (first?.state !== 'conflict') throw new Error(`Still ${first?.state}`);
    return first;
  });
  const { conflict } = await readOp(tablet.offline.store, opId);
  expect(conflict?.clashes).toMatchObject([{ field: 'listed', mine: on('2026-09-05'), theirs: on('2026-09-06') }]);
  expect(conflict?.theirs).toMatchObject({ listedBy: expect.stringMatching(/\w/) as string });
  expect((await record(recordID)).listed).toEqual(on('2026-09-06'));
  await resolveConflict(tablet.offline.store, opId, { listed: 'mine' });
  tablet.offline.wake('asked');
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-05'));
});

test('who sees a newer place than this tablet keeps may change it, and who sees an older one is told', async () => {
  const { recordID } = await fetchedDraft();
  await listedElsewhere(recordID, '2026-09-06');
  const { version } = await record(recordID);
  const body = { recordID, version, listed: on('2026-09-07'), expected: on('2026-09-06') };
  expect(await listCase({ body, key: randomUUID() })).toMatchObject({ isSent: true });
  expect((await record(recordID)).listed).toEqual(on('2026-09-07'));
  const stale = { ...body, listed: on('2026-09-08') };
  await expect(listCase({ body: stale, key: randomUUID() })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  expect((await record(recordID)).listed).toEqual(on('2026-09-07'));
});

test('a place that the screen alone has seen before the network went is left to the server to judge', async () => {
  const { recordID } = await fetchedDraft();
  await listedElsewhere(recordID, '2026-09-09');
  const { version } = await record(recordID);
  tablet.goOffline();
  const body = { recordID, version, listed: on('2026-09-10'), expected: on('2026-09-09') };
  expect(await listCase({ body, key: randomUUID() })).toEqual({ isSent: false, message: 'Saved on this tablet' });
  expect(await outboxItems(tablet.offline.store.db)).toHaveLength(1);
  tablet.goOnline();
  const opId = await soon(async () => {
    const [first] = await outboxItems(tablet.offline.store.db);
    if (first?.state === 'conflict') return first.opId;
    const listed = (await record(recordID)).listed;
    if (first === undefined && listed?.date === '2026-09-10') return null;
    throw new Error(`Still ${first?.state}`);
  });
  if (opId !== null) await tablet.offline.local.outbox.resolve(opId, { listed: 'mine' });
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-10'));
});

test('what reads every form is told of whole pulls alone, however many changes they bring', async () => {
  const { recordID } = await fetchedDraft();
  const { db } = tablet.offline.store;
  const [changed, pulled] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const stops = [watchPulls(db, changed), watchCompletePulls(db, pulled)];
  try {
    await soon(() => expect([changed.mock.calls.length, pulled.mock.calls.length]).toEqual([1, 1]));
    tablet.goOffline();
    for (const [nth, date] of ['2026-09-11', '2026-09-12', '2026-09-13'].entries()) {
      await listHere(recordID, date);
      await soon(() => expect(changed).toHaveBeenCalledTimes(nth + 2));
    }
    expect(pulled).toHaveBeenCalledTimes(1);
    await tablet.offline.pull();
    await soon(() => expect(pulled).toHaveBeenCalledTimes(2));
  } finally {
    for (const stop of stops) stop();
  }
});

test('a list that another tab has written to is read again', async () => {
  const { recordID } = await fetchedDraft();
  const changed = vi.fn<() => void>();
  const stop = watchPulls(tablet.offline.store.db, changed);
  try {
    await soon(() => expect(changed).toHaveBeenCalledTimes(1));
    tablet.goOffline();
    await listHere(recordID, '2026-09-11');
    await soon(() => expect(changed).toHaveBeenCalledTimes(2));
    // The row exists already: writing into it again is noticed as well.
    await listHere(recordID, '2026-09-12');
    await soon(() => expect(changed).toHaveBeenCalledTimes(3));
  } finally {
    stop();
  }
});
