import 'fake-indexeddb/auto';
import { Unreachable } from '#contract/engine/call.ts';
import type { Change } from '#contract/sync.ts';
import { createLocalData } from '#src/offline/local/local-data.ts';
import { pullChanges, saveCopies } from '#store/sync/pull.ts';
import { lastPulledAt } from '#store/session/freshness.ts';
import { discardOp } from '#store/outbox/review.ts';
import { saveProfile } from '#store/session/profile.ts';
import type { PatientSearch } from '#store/entities/search.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import type { Store } from '#store/session/store.ts';
import { dropCache } from '#store/session/cache.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHandover } from '#tests/store/app-calls.ts';
import { demoConsent, demoPatient, demoUser } from '#tests/store/demo-entities.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';

const DAY = 86_400_000;
let world: World;
let store: Store;
let cards: PatientSearch;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
  cards = await openPatientSearch(store);
  await saveProfile(store, demoUser);
});
afterEach(() => store.db.close());

const fetchRound = (changes: Change[] = []) =>
  pullChanges(store, async () => ({ message: 'Done', changes, cursor: 'end', more: false, dataEpoch: 'one' }), cards);
const aCase = () => {
  const ids = { consentID: store.env.newId(), recordID: store.env.newId(), patientID: store.env.newId() };
  const patient = demoPatient({ id: ids.patientID });
  const consent = demoConsent({ ...ids, status: 'SIGNED' });
  const changes: Change[] = [
    { entity: 'patient', id: patient.id, version: patient.version, data: patient },
    { entity: 'consent', id: consent.consentID, version: consent.version, data: consent },
  ];
  return { ...ids, changes };
};
/** Marks the queued op as refused by the server. @returns its id */
async function stopFirst(): Promise<string> {
  await store.db.ops.toCollection().modify({ state: 'review' });
  return (await store.db.ops.toArray())[0]!.opId;
}
const local = () =>
  createLocalData({ userId: demoUser._id, store, cards, wake: () => {}, pull: async () => {}, isCurrent: () => true });
const alone = () => ({ data: null, failure: new Unreachable() });
const filter = { page: 1, search: '', status: 'ALL' } as const;
/** The age that each screen shows, without the server. */
const shownAges = async ({ recordID, patientID }: { recordID: string; patientID: string }) => {
  const { records } = await local().lists.records({ ...filter, duration: 'ALL' }, alone());
  return {
    case: (await local().cases.details(recordID, alone())).servedFromCache?.at,
    patient: (await local().patients.details(patientID, alone())).servedFromCache?.at,
    patients: (await local().patients.page(filter, alone())).servedFromCache?.at,
    line: records.find((each) => each.recordID === recordID)?.fetchedAt,
  };
};

test('a colleague’s case that somebody looked at stays as old as that look, however often changes are fetched', async () => {
  const theirs = aCase();
  const monday = world.clock.now;
  await fetchRound();
  await saveCopies(store, theirs.changes, cards);
  world.clock.now += 2 * DAY;
  await fetchRound();
  expect(await lastPulledAt(store)).toBe(monday + 2 * DAY);
  expect(await shownAges(theirs)).toEqual({ case: monday, patient: monday, patients: monday, line: monday });
  const { records, servedFromCache } = await local().lists.consents({ ...filter, isMine: false }, alone());
  expect([records[0]?.fetchedAt, servedFromCache?.at]).toEqual([monday, monday + 2 * DAY]);

  // Local changes on top of it do not make it any newer.
  await startHandover(store, theirs.consentID, 'PATIENT');
  expect((await shownAges(theirs)).case).toBe(monday);
  // Opened again it is as new as the last fetch, which is older than the opening.
  world.clock.now += 1000;
  const again = aCase();
  await saveCopies(store, again.changes, cards);
  expect((await shownAges(again)).case).toBe(monday + 2 * DAY);
  world.clock.now += DAY;
  await fetchRound();
  await saveCopies(store, again.changes, cards);
  expect(await shownAges(again)).toMatchObject({ case: world.clock.now, patient: world.clock.now, line: undefined });
  expect((await shownAges(theirs)).case).toBe(monday);
});

test('one’s own case is as new as the last fetch, also when somebody has looked at it in between', async () => {
  const mine = aCase();
  await saveCopies(store, mine.changes, cards);
  world.clock.now += DAY;
  await fetchRound(mine.changes);
  world.clock.now += DAY;
  await saveCopies(store, mine.changes, cards);
  await fetchRound();
  const now = world.clock.now;
  expect(await shownAges(mine)).toEqual({ case: now, patient: now, patients: now, line: undefined });
});

test('what a fetch could not write down under work that waits leaves the case as old as the fetch before, until it is told anew', async () => {
  const mine = aCase();
  await fetchRound(mine.changes);
  const before = world.clock.now;
  await startHandover(store, mine.consentID, 'PATIENT');
  world.clock.now += DAY;
  await fetchRound(mine.changes.filter(({ entity }) => entity === 'consent'));
  expect([await lastPulledAt(store), (await shownAges(mine)).case]).toEqual([before + DAY, before]);
  await discardOp(store, await stopFirst());
  world.clock.now += DAY;
  await fetchRound(mine.changes);
  expect((await shownAges(mine)).case).toBe(before + 2 * DAY);
});

test('before the first fetch nobody says when all was known, and the time of a look goes with its copy', async () => {
  const [theirs, mine] = [aCase(), aCase()];
  await saveCopies(store, theirs.changes, cards);
  expect(await shownAges(theirs)).toMatchObject({ case: world.clock.now, line: world.clock.now });
  await dropCache(store.db);
  expect((await store.db.kv.toArray()).filter(({ k }) => k.startsWith('looked:'))).toEqual([]);
  await fetchRound(mine.changes);
  expect((await shownAges(mine)).case).toBe(world.clock.now);
});
