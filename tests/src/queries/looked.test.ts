import 'fake-indexeddb/auto';
import { Unreachable } from '#contract/call.ts';
import type { Change } from '#contract/sync.ts';
import type { Held } from '#src/held/held.ts';
import { caseHere } from '#src/queries/cases-here.ts';
import { consentsHere, recordsHere } from '#src/queries/lists-here.ts';
import { detailsHere, pageHere } from '#src/queries/patients-here.ts';
import { fetchChanges, keepCopies } from '#store/changes.ts';
import { startHandover } from '#store/consents.ts';
import { fetchedAt } from '#store/looked.ts';
import { discard } from '#store/outbox/review.ts';
import { keepProfile } from '#store/profile.ts';
import { openCards, type SearchCards } from '#store/search-cards.ts';
import type { Store } from '#store/store.ts';
import { dropSynced } from '#store/synced.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoConsent, demoPatient, demoUser } from '#tests/store/demo-entities.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';

const DAY = 86_400_000;
let world: World;
let store: Store;
let cards: SearchCards;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
  cards = await openCards(store);
  await keepProfile(store, demoUser);
});
afterEach(() => store.db.close());

const fetchRound = (changes: Change[] = []) =>
  fetchChanges(store, async () => ({ message: 'Done', changes, cursor: 'end', more: false, dataEpoch: 'one' }), cards);
const aCase = () => {
  const ids = { consentID: store.means.newId(), recordID: store.means.newId(), patientID: store.means.newId() };
  const patient = demoPatient({ id: ids.patientID });
  const consent = demoConsent({ ...ids, status: 'SIGNED' });
  const told: Change[] = [
    { entity: 'patient', id: patient.id, version: patient.version, data: patient },
    { entity: 'consent', id: consent.consentID, version: consent.version, data: consent },
  ];
  return { ...ids, told };
};
/** As if the server had refused what waits. @returns its id */
async function stopFirst(): Promise<string> {
  await store.db.ops.toCollection().modify({ state: 'review' });
  return (await store.db.ops.toArray())[0]!.opId;
}
const alone = () => ({ held: { store, cards, userId: demoUser._id } as Held, told: null, failure: new Unreachable() });
const filter = { page: 1, search: '', status: 'ALL' } as const;
/** What each screen says of how old it is, without the server. */
const said = async ({ recordID, patientID }: { recordID: string; patientID: string }) => {
  const { held } = alone();
  const lines = (await recordsHere({ ...filter, duration: 'ALL' }, alone())).records;
  return {
    case: (await caseHere(recordID, alone())).fromTablet?.at,
    patient: (await detailsHere(held, patientID, alone())).here?.at,
    patients: (await pageHere(held, filter, null)).here?.at,
    line: lines.find((line) => line.recordID === recordID)?.seenAt,
  };
};

test('a colleague’s case that somebody looked at stays as old as that look, however often changes are fetched', async () => {
  const theirs = aCase();
  const monday = world.clock.now;
  await fetchRound();
  await keepCopies(store, theirs.told, cards);
  world.clock.now += 2 * DAY;
  await fetchRound();
  expect(await fetchedAt(store)).toBe(monday + 2 * DAY);
  expect(await said(theirs)).toEqual({ case: monday, patient: monday, patients: monday, line: monday });
  const { records, fromTablet } = await consentsHere({ ...filter, isMine: false }, alone());
  expect([records[0]?.seenAt, fromTablet?.at]).toEqual([monday, monday + 2 * DAY]);

  // What is done here on top of it makes nothing of it younger.
  await startHandover(store, theirs.consentID, 'PATIENT');
  expect((await said(theirs)).case).toBe(monday);
  // Looked at again it is as new as the last fetch, which is older than the look.
  world.clock.now += 1000;
  const again = aCase();
  await keepCopies(store, again.told, cards);
  expect((await said(again)).case).toBe(monday + 2 * DAY);
  world.clock.now += DAY;
  await fetchRound();
  await keepCopies(store, again.told, cards);
  expect(await said(again)).toMatchObject({ case: world.clock.now, patient: world.clock.now, line: undefined });
  expect((await said(theirs)).case).toBe(monday);
});

test('one’s own case is as new as the last fetch, also when somebody has looked at it in between', async () => {
  const mine = aCase();
  await keepCopies(store, mine.told, cards);
  world.clock.now += DAY;
  await fetchRound(mine.told);
  world.clock.now += DAY;
  await keepCopies(store, mine.told, cards);
  await fetchRound();
  const now = world.clock.now;
  expect(await said(mine)).toEqual({ case: now, patient: now, patients: now, line: undefined });
});

test('what a fetch could not write down under work that waits leaves the case as old as the fetch before, until it is told anew', async () => {
  const mine = aCase();
  await fetchRound(mine.told);
  const before = world.clock.now;
  await startHandover(store, mine.consentID, 'PATIENT');
  world.clock.now += DAY;
  await fetchRound(mine.told.filter(({ entity }) => entity === 'consent'));
  expect([await fetchedAt(store), (await said(mine)).case]).toEqual([before + DAY, before]);
  await discard(store, await stopFirst());
  world.clock.now += DAY;
  await fetchRound(mine.told);
  expect((await said(mine)).case).toBe(before + 2 * DAY);
});

test('before the first fetch nobody says when all was known, and the time of a look goes with its copy', async () => {
  const [theirs, mine] = [aCase(), aCase()];
  await keepCopies(store, theirs.told, cards);
  expect(await said(theirs)).toMatchObject({ case: world.clock.now, line: world.clock.now });
  await dropSynced(store.db);
  expect((await store.db.kv.toArray()).filter(({ k }) => k.startsWith('looked:'))).toEqual([]);
  await fetchRound(mine.told);
  expect((await said(mine)).case).toBe(world.clock.now);
});
