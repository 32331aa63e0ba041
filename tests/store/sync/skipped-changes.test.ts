import 'fake-indexeddb/auto';
import { outboxItems } from '#store/outbox/list.ts';
import { discardOp } from '#store/outbox/review.ts';
import { acknowledge } from '#store/sync/acknowledge.ts';
import { acquireLease } from '#store/outbox/lease.ts';
import { saveProfile } from '#store/session/profile.ts';
import { expect, test as base } from 'vitest';
import { demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, SIGNED, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('what is told while something waits is asked for again once that was taken back', async ({ store }) => {
  const { cursors, pull, fetchCase, listCase, readDates } = listedCases(store);
  const ids = await fetchCase({});
  await listCase(ids, on('2026-08-07'));
  await fetchCase({ listed: on('2026-08-09'), version: 2 }, ids);
  expect(await readDates()).toEqual([[ids.recordID, '2026-08-07']]);
  await pull([]);
  expect(new Set(cursors).size, 'as long as it waits there is nothing to ask for').toBe(3);
  const [{ opId } = { opId: '' }] = await outboxItems(store.db);
  await store.db.ops.toCollection().modify({ state: 'review' });
  await discardOp(store, opId);
  const before = cursors.length;
  await fetchCase({ listed: on('2026-08-09'), version: 2 }, ids);
  expect(cursors.slice(before), 'from where it was told').toEqual([cursors[1]]);
  expect(await readDates()).toEqual([[ids.recordID, '2026-08-09']]);
  await pull([]);
  expect(cursors.at(-1), 'and once only').not.toBe(cursors[1]);
});

test('an answer that brings what was told meanwhile asks for nothing again; one from before does', async ({ store }) => {
  const { cursors, pull, fetchCase, listCase } = listedCases(store);
  const ids = await fetchCase({});
  const epoch = await acquireLease(store.db, store.env.now());
  const patientID = ids.recordID.replace(/^..../, '0000');
  const answerOf = (version: number, date: string) => {
    const listing = { currentConsentID: ids.consentID, inForceConsentID: null, listed: on(date), listedBy: null, listedAt: null };
    return { listing: { recordID: ids.recordID, patientID, ...listing, light: 'RED', reason: 'No consent yet', version } };
  };
  const answered = async (version: number, date: string) => {
    await listCase(ids, on('2026-08-07'));
    await fetchCase({ listed: on('2026-08-09'), version: version === 3 ? 2 : 5, consent: { version: 1 } }, ids);
    const [op] = await store.db.ops.toArray();
    await acknowledge({ store, epoch }, [{ prepared: { op: op!, body: {} }, output: answerOf(version, date) }]);
    const at = cursors.length;
    await pull([]);
    return { since: cursors[at], before: cursors[at - 1] };
  };
  const news = await answered(3, '2026-08-07');
  expect(news.since).not.toBe(news.before);
  const old = await answered(4, '2026-08-07');
  expect(old.since, 'goes back to where it was told').toBe(old.before);
});

test('a light that changed under the same version while something waited is asked for again', async ({ store }) => {
  const { cursors, fetchCase, listCase, readLights } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY), consent: SIGNED, light: 'AMBER' });
  await listCase(ids, on('2026-08-07'));
  await fetchCase({ listed: on(TODAY), consent: SIGNED, light: 'GREEN' }, ids);
  const from = cursors.at(-1);
  const [{ opId } = { opId: '' }] = await outboxItems(store.db);
  await store.db.ops.toCollection().modify({ state: 'review' });
  await discardOp(store, opId);
  await fetchCase({ listed: on(TODAY), consent: SIGNED, light: 'GREEN' }, ids);
  expect(cursors.at(-1)).toBe(from);
  expect(await readLights()).toBe('GREEN');
});
