import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import type { EntryKey, SummaryEntry } from '#store/entities/summary-entries.ts';
import { openPages, writePages } from '#store/entities/summary-pages.ts';
import type { Store } from '#store/session/store.ts';
import { saveProfile } from '#store/session/profile.ts';
import { readConsentSummaries } from '#store/views/case-summaries.ts';
import { readComingList } from '#store/views/listed.ts';
import { expect, test as base } from 'vitest';
import { demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, SIGNED, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('a tablet of a build before, whose summaries know neither a child’s no nor what a form leaves open, makes them anew', async ({
  store,
}) => {
  const { fetchCase } = listedCases(store);
  const confirmation = { at: '2026-08-01T09:00:00.000Z', clinicianId: demoUser._id, name: 'Demo Clinician' };
  const clinician = { _id: demoUser._id, name: 'Demo Clinician' };
  const child = { agreement: 'DISAGREES', note: '', signs: false, gillick: null, tellParents: 'YES', encouraged: null } as const;
  const form = { ...SIGNED, formType: 'FORM_2', signedAt: '2026-07-30T09:00:00.000Z', clinician, confirmation } as const;
  const additionalChoices = [{ id: 'blood', title: 'Blood', answer: null }];
  await fetchCase({
    consent: { ...form, confirmState: 'CONFIRMED', child, additionalChoices },
    listed: on(TODAY),
    light: 'GREEN',
    dateOfBirth: '2015-03-14',
  });
  const statesOf = async (of: Store) => (await readConsentSummaries(of)).map(({ confirmState }) => confirmState);
  await statesOf(store);
  await forgetWhatIsNew(store);
  expect(await statesOf(store)).toEqual(['CONFIRMED']);
  const reasonsOf = async (of: Store) => (await readComingList(of, TODAY)).rows.map(({ reason }) => reason);
  expect(await reasonsOf(store)).toEqual(['GREEN, as told']);
  const { tables, name } = store.db;
  const schema = Object.fromEntries(
    tables.map((each) => [each.name, [each.schema.primKey, ...each.schema.indexes].map(({ src }) => src).join(', ')]),
  );
  const rows = await Promise.all(tables.map(async (each) => [each.name, await each.toArray()] as const));
  store.db.close();
  await Dexie.delete(name);
  const before = new Dexie(name);
  before.version(6).stores(schema);
  await before.open();
  for (const [table, all] of rows) await before.table(table).bulkAdd(all);
  before.close();
  const db = openVaultDatabase(store.vault.userHash, { letGo: async () => {}, onBlocked: () => {} });
  expect(await statesOf({ ...store, db })).toEqual(['DUE']);
  expect(await reasonsOf({ ...store, db })).toEqual(['Not answered: Blood']);
  db.close();
});

/** Stores the summaries as builds before did. */
async function forgetWhatIsNew(store: Store): Promise<void> {
  const before = await openPages(store);
  const entries = [...before.pages.values()].flatMap((page) => [...page]);
  const changed = new Map(
    entries.map(([key, entry]): [EntryKey, SummaryEntry] => {
      if (entry === null || !('consent' in entry) || entry.consent.server === null) return [key, entry];
      const { hasChildRefused: _, isUnsettled: __, openChoices: ___, ...others } = entry.consent.server;
      const { isDisputed: ____, interpreterNeed: _____, safetyNotShown: ______, ...server } = others;
      return [key, { ...entry, consent: { ...entry.consent, server } }];
    }),
  );
  await writePages(store, { before, changed, settled: [], left: [], cases: [] });
}
