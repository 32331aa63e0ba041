import 'fake-indexeddb/auto';
import { keep } from '#src/queries/keep.ts';
import { readCase } from '#store/cases.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { resolveConflict } from '#store/outbox/review.ts';
import { keepProfile } from '#store/profile.ts';
import { draft } from '#tests/support/builders.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { tabletForTests, untilSent } from './tablet.ts';

// Both real ends in one process.
const { staff, tablet } = tabletForTests();
beforeEach(() => tablet.hold());

const LISTED = { date: '2026-09-01', theatre: 'Theatre 2', listType: 'THEATRE' } as const;
const onServer = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.record.listed;

async function fetchedDraft() {
  const made = await draft(staff);
  await tablet.held.pull();
  return made;
}

test('listed without a network, the server has it once the network is back, and tells it to the tablet', async () => {
  const { consentID, recordID } = await fetchedDraft();
  await keepProfile(tablet.held.store, (await staff.call('userMe', {})).user);
  tablet.goOffline();
  expect(await keep({ call: 'recordUpdate', input: { consentID, recordID, listed: LISTED } })).toEqual({ kind: 'kept' });
  expect(await onServer(recordID)).toBeNull();
  tablet.goOnline();
  await untilSent(tablet);
  expect(await onServer(recordID)).toEqual(LISTED);
  await tablet.held.pull();
  expect((await readCase(tablet.held.store, recordID))?.record.listed).toEqual(LISTED);
});

test('of a form that somebody has changed meanwhile it waits for a person, and goes when they say so', async () => {
  const { consentID, recordID, version } = await fetchedDraft();
  tablet.goOffline();
  await keep({ call: 'recordUpdate', input: { consentID, recordID, listed: LISTED } });
  await staff.call('consentUpdate', { consentID, version, mattersToMe: 'Changed at another screen' });
  tablet.goOnline();
  const op = await vi.waitFor(async () => {
    const [first] = await outboxItems(tablet.held.store.db);
    if (first?.state !== 'conflict') throw new Error(`Still ${first?.state}`);
    return first;
  });
  expect(await onServer(recordID)).toBeNull();
  await resolveConflict(tablet.held.store, op.opId, { status: 'mine' });
  tablet.held.wake('asked');
  await untilSent(tablet);
  expect(await onServer(recordID)).toEqual(LISTED);
});
