import 'fake-indexeddb/auto';
import { keep } from '#src/queries/keep.ts';
import { listCase } from '#src/queries/listed.ts';
import { chooseSides } from '#src/queries/outbox-acts.ts';
import { watchFetched } from '#src/queries/watch-list.ts';
import { commit } from '#store/commit.ts';
import { readCase } from '#store/cases.ts';
import { readConsent } from '#store/consents.ts';
import { notesOf } from '#store/notes.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { openOp, resolveConflict } from '#store/outbox/review.ts';
import { keepProfile } from '#store/profile.ts';
import { draft } from '#tests/support/builders.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { tabletForTests, untilSent } from './tablet.ts';
import { soon } from '#tests/support/soon.ts';

// Both real ends in one process.
const { staff, tablet } = tabletForTests();
beforeEach(() => tablet.hold());

const on = (date: string) => ({ date, theatre: 'Theatre 2', listType: 'THEATRE' as const });
const record = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.record;
const listedElsewhere = async (recordID: string, date: string) =>
  staff.call('recordUpdate', { recordID, version: (await record(recordID)).version, listed: on(date) }, randomUUID());
const listHere = (recordID: string, date: string) => keep({ call: 'recordUpdate', input: { recordID, listed: on(date) } });

async function fetchedDraft() {
  const made = await draft(staff);
  await keepProfile(tablet.held.store, (await staff.call('userMe', {})).user);
  await tablet.held.pull();
  return made;
}

test('listed without a network, the server has it once the network is back, and tells it to the tablet', async () => {
  const { recordID } = await fetchedDraft();
  tablet.goOffline();
  expect(await listHere(recordID, '2026-09-01')).toEqual({ kind: 'kept' });
  expect((await record(recordID)).listed).toBeNull();
  tablet.goOnline();
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-01'));
  await tablet.held.pull();
  expect((await readCase(tablet.held.store, recordID))?.record).toMatchObject({
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
  await commit(tablet.held.store, { call: 'consentUpdate', input: { consentID, mattersToMe: 'Written offline' } });
  await listedElsewhere(recordID, '2026-09-03');
  tablet.goOnline();
  await untilSent(tablet);
  expect((await readConsent(tablet.held.store, consentID))?.consent.server?.mattersToMe).toBe('Written offline');
  expect(await notesOf(tablet.held.store, consentID)).toEqual([]);
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
    const [first] = await outboxItems(tablet.held.store.db);
    if (first?.state !== 'conflict') throw new Error(`Still ${first?.state}`);
    return first;
  });
  const { conflict } = await openOp(tablet.held.store, opId);
  expect(conflict?.clashes).toMatchObject([{ field: 'listed', mine: on('2026-09-05'), theirs: on('2026-09-06') }]);
  expect(conflict?.theirs).toMatchObject({ listedBy: expect.stringMatching(/\w/) as string });
  expect((await record(recordID)).listed).toEqual(on('2026-09-06'));
  await resolveConflict(tablet.held.store, opId, { listed: 'mine' });
  tablet.held.wake('asked');
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-05'));
});

test('who sees a newer place than this tablet keeps may change it, and who sees an older one is told', async () => {
  const { recordID } = await fetchedDraft();
  await listedElsewhere(recordID, '2026-09-06');
  const { version } = await record(recordID);
  const body = { recordID, version, listed: on('2026-09-07'), seen: on('2026-09-06') };
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
  const body = { recordID, version, listed: on('2026-09-10'), seen: on('2026-09-09') };
  expect(await listCase({ body, key: randomUUID() })).toEqual({ isSent: false, message: 'Saved on this tablet' });
  expect(await outboxItems(tablet.held.store.db)).toHaveLength(1);
  tablet.goOnline();
  const opId = await soon(async () => {
    const [first] = await outboxItems(tablet.held.store.db);
    if (first?.state === 'conflict') return first.opId;
    const listed = (await record(recordID)).listed;
    if (first === undefined && listed?.date === '2026-09-10') return null;
    throw new Error(`Still ${first?.state}`);
  });
  if (opId !== null) await chooseSides(tablet.held, opId, { listed: 'mine' });
  await untilSent(tablet);
  expect((await record(recordID)).listed).toEqual(on('2026-09-10'));
});

test('a list that another tab has written to is read again', async () => {
  const { recordID } = await fetchedDraft();
  const changed = vi.fn<() => void>();
  const stop = watchFetched(tablet.held.store.db, changed);
  try {
    await soon(() => expect(changed).toHaveBeenCalledTimes(1));
    tablet.goOffline();
    await listHere(recordID, '2026-09-11');
    await soon(() => expect(changed).toHaveBeenCalledTimes(2));
    // The row stands there already: writing into it again is heard as well.
    await listHere(recordID, '2026-09-12');
    await soon(() => expect(changed).toHaveBeenCalledTimes(3));
  } finally {
    stop();
  }
});
