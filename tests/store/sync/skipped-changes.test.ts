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
  const { asked, told, fetched, list, rows } = listedCases(store);
  const ids = await fetched({});
  await list(ids, on('2026-08-07'));
  await fetched({ listed: on('2026-08-09'), version: 2 }, ids);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-07']]);
  await told([]);
  expect(new Set(asked).size, 'as long as it waits there is nothing to ask for').toBe(3);
  const [{ opId } = { opId: '' }] = await outboxItems(store.db);
  await store.db.ops.toCollection().modify({ state: 'review' });
  await discardOp(store, opId);
  const before = asked.length;
  await fetched({ listed: on('2026-08-09'), version: 2 }, ids);
  expect(asked.slice(before), 'from where it was told').toEqual([asked[1]]);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-09']]);
  await told([]);
  expect(asked.at(-1), 'and once only').not.toBe(asked[1]);
});

test('an answer that brings what was told meanwhile asks for nothing again; one from before does', async ({ store }) => {
  const { asked, told, fetched, list } = listedCases(store);
  const ids = await fetched({});
  const epoch = await acquireLease(store.db, store.env.now());
  const patientID = ids.recordID.replace(/^..../, '0000');
  const answerOf = (version: number, date: string) => {
    const line = { currentConsentID: ids.consentID, inForceConsentID: null, listed: on(date), listedBy: null, listedAt: null };
    return { listing: { recordID: ids.recordID, patientID, ...line, light: 'RED', reason: 'No consent yet', version } };
  };
  const answered = async (version: number, date: string) => {
    await list(ids, on('2026-08-07'));
    await fetched({ listed: on('2026-08-09'), version: version === 3 ? 2 : 5, consent: { version: 1 } }, ids);
    const [op] = await store.db.ops.toArray();
    await acknowledge({ store, epoch }, { op: op!, body: {} }, answerOf(version, date));
    const at = asked.length;
    await told([]);
    return { since: asked[at], before: asked[at - 1] };
  };
  const news = await answered(3, '2026-08-07');
  expect(news.since).not.toBe(news.before);
  const old = await answered(4, '2026-08-07');
  expect(old.since, 'goes back to where it was told').toBe(old.before);
});

test('a light that changed under the same version while something waited is asked for again', async ({ store }) => {
  const { asked, fetched, list, lightOfOnly } = listedCases(store);
  const ids = await fetched({ listed: on(TODAY), consent: SIGNED, light: 'AMBER' });
  await list(ids, on('2026-08-07'));
  await fetched({ listed: on(TODAY), consent: SIGNED, light: 'GREEN' }, ids);
  const from = asked.at(-1);
  const [{ opId } = { opId: '' }] = await outboxItems(store.db);
  await store.db.ops.toCollection().modify({ state: 'review' });
  await discardOp(store, opId);
  await fetched({ listed: on(TODAY), consent: SIGNED, light: 'GREEN' }, ids);
  expect(asked.at(-1)).toBe(from);
  expect(await lightOfOnly()).toBe('GREEN');
});
