import 'fake-indexeddb/auto';
import { expect, test as base } from 'vitest';
import type { TheatreCase } from '#contract/theatre.ts';
import { DAY } from '#domain/base/limits.ts';
import { readCachedTheatreList, saveTheatreList } from '#store/entities/theatre-lists.ts';
import { dropCache } from '#store/session/cache.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const on = (day: string, listType: 'THEATRE' | 'CLINIC' = 'THEATRE') => ({ startDate: day, endDate: day, listType });
const of = (lastName: string): TheatreCase => ({
  patient: {
    id: '018f3a10-0000-7000-8000-000000000001',
    recordID: 'P-000001',
    status: 'ACTIVE',
    firstName: 'Ida',
    lastName,
    dateOfBirth: '1950-03-14',
    nhsNumber: null,
    hospitalNumber: null,
  },
  recordID: '018f3a10-0000-7000-8000-000000000002',
  consentID: null,
  procedure: '',
  side: null,
  procedures: [],
  date: '2026-11-24',
  theatre: null,
  listType: 'THEATRE',
  clinician: { _id: '018f3a10-0000-7000-8000-000000000003', name: 'Demo Clinician' },
  signedAt: null,
  light: 'RED',
  reason: 'No consent yet',
  onDay: null,
  refusals: [],
  interpreter: { needed: false, language: 'English', named: false },
});

test('an answer is stored sealed, by days and list, and ends with the session', async ({ store }) => {
  const list = { query: on('2026-11-24'), asOf: 1000, cases: [of('Canary')] };
  await saveTheatreList(store, list);
  expect(JSON.stringify(await store.db.kv.toArray())).not.toContain('Canary');
  expect(await readCachedTheatreList(store, on('2026-11-24'), 1000)).toEqual(list);
  expect(await readCachedTheatreList(store, on('2026-11-25'), 1000)).toBeNull();
  expect(await readCachedTheatreList(store, on('2026-11-24', 'CLINIC'), 1000)).toBeNull();
  await saveTheatreList(store, { ...list, asOf: 2000, cases: [] });
  expect(await readCachedTheatreList(store, on('2026-11-24'), 2000)).toMatchObject({ asOf: 2000, cases: [] });
  await dropCache(store.db);
  expect(await readCachedTheatreList(store, on('2026-11-24'), 2000)).toBeNull();
});

test('the five newest answers stay, for seven days', async ({ store }) => {
  for (let day = 1; day <= 6; day += 1) await saveTheatreList(store, { query: on(`2026-11-0${day}`), asOf: day, cases: [] });
  expect(await readCachedTheatreList(store, on('2026-11-01'), 6)).toBeNull();
  expect(await readCachedTheatreList(store, on('2026-11-02'), 6)).not.toBeNull();
  expect(await readCachedTheatreList(store, on('2026-11-06'), 6 + 7 * DAY)).not.toBeNull();
  expect(await readCachedTheatreList(store, on('2026-11-06'), 7 + 7 * DAY)).toBeNull();
});
