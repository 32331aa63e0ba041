import 'fake-indexeddb/auto';
import { expect, test as base } from 'vitest';
import { deleteProcedureDraft, readProcedureDraft, saveProcedureDraft } from '#store/entities/procedure-draft.ts';
import { dropCache } from '#store/session/cache.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('what an editor typed is stored sealed, by procedure, outlives the cached copies, and is deleted', async ({ store }) => {
  await saveProcedureDraft(store, 'new', { form: { procedureName: 'Typed words' } });
  await saveProcedureDraft(store, 'other', { form: {} });
  expect(JSON.stringify(await store.db.kv.toArray())).not.toContain('Typed words');
  await dropCache(store.db);
  expect(await readProcedureDraft(store, 'new')).toEqual({ form: { procedureName: 'Typed words' } });
  await deleteProcedureDraft(store, 'new');
  expect(await readProcedureDraft(store, 'new')).toBeNull();
  expect(await readProcedureDraft(store, 'other')).toEqual({ form: {} });
});
