import 'fake-indexeddb/auto';
import { saveCatalog, readCatalog } from '#store/db/catalog.ts';
import * as v from 'valibot';
import { expect, test as base } from 'vitest';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const names = v.array(v.string());
const ours = { subject: 'procedures', organisationId: 'org-1' } as const;

test('a kept list is there again, with the time when the server gave it', async ({ device }) => {
  await saveCatalog(device, ours, { value: ['Tonsillectomy'], at: 1000 });
  await saveCatalog(device, ours, { value: ['Colonoscopy'], at: 2000 });
  expect(await readCatalog(device, ours, names)).toEqual({ value: ['Colonoscopy'], at: 2000 });
});

test('one organisation never sees the list of another', async ({ device }) => {
  await saveCatalog(device, ours, { value: ['Tonsillectomy'], at: 1000 });
  expect(await readCatalog(device, { ...ours, organisationId: 'org-2' }, names)).toBeNull();
});

test('a list that an older build kept in another shape is not shown', async ({ device }) => {
  await saveCatalog(device, ours, { value: [{ name: 'Tonsillectomy' }], at: 1000 });
  expect(await readCatalog(device, ours, names)).toBeNull();
});
