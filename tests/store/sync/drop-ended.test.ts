import 'fake-indexeddb/auto';
import { expect, test as base } from 'vitest';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import { DAY } from '#domain/base/limits.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { saveProfile } from '#store/session/profile.ts';
import { readCaseSummaries } from '#store/views/case-summaries.ts';
import { readPatient } from '#store/views/patients.ts';
import { demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, SIGNED, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('a case that ended more than 30 days ago leaves the tablet, and nothing that still waits does', async ({ world, store }) => {
  const { pull, fetchCase } = listedCases(store);
  const endedAt = (days: number): CaseEnded => {
    return { kind: 'DONE', on: TODAY, source: 'PERSON', by: 'Demo', at: new Date(world.clock.now - days * DAY).toISOString() };
  };
  const make = async (lastName: string, ended: CaseEnded | null, days = -30) => {
    const listed = on(plainDateOf(Date.parse(TODAY) + days * DAY));
    const ids = await fetchCase({ consent: { ...SIGNED, ended }, lastName, listed, ended });
    return { ...ids, lastName };
  };
  const old = await make('Demo-Old', endedAt(31));
  const fresh = await make('Demo-Fresh', endedAt(29));
  const goesOn = await make('Demo-Going', null);
  const takenBack = await make('Demo-Taken-Back', { ...endedAt(40), takenBackAt: endedAt(1).at });
  const followed = await make('Demo-Followed', { ...endedAt(40), isFollowed: true });
  const unsent = await make('Demo-Unsent', endedAt(40));
  // Its light is red: a new consent is needed.
  const again = await make('Demo-Again', endedAt(40), 12);
  await enqueue(store, { call: 'recordWithdraw', input: { consentID: unsent.consentID, reason: 'Changed my mind' } });
  const present = async () => (await readCaseSummaries(store)).map(({ patient }) => patient.lastName).toSorted();
  world.clock.now += DAY;
  await pull([]);
  const kept = [fresh, goesOn, takenBack, followed, unsent, again].map(({ lastName }) => lastName).toSorted();
  expect(await present()).toEqual(kept);
  expect(await store.db.consents.get(old.consentID)).toBeUndefined();
  expect(await store.db.listings.get(old.recordID)).toBeUndefined();
  expect(await readPatient(store, old.recordID.replace(/^..../, '0000'))).not.toBeNull();
  // Once a day, and then the next one goes.
  world.clock.now += DAY - 1;
  await pull([]);
  expect(await present()).toEqual(kept);
  world.clock.now += 2 * DAY;
  await pull([]);
  expect(await present()).toEqual(kept.filter((name) => name !== fresh.lastName));
});
