import { ListedCase } from '#contract/sync.ts';
import * as v from 'valibot';
import { getSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/** The cases that are listed for today and the days to come, as they were last fetched. */
export async function listedCases(store: Store): Promise<ListedCase[]> {
  const parsed = v.safeParse(v.array(ListedCase), await getSealed(store, 'listed'));
  return parsed.success ? parsed.output : [];
}

/** Keeps them, sealed, until a logout. @throws StorageFull */
export async function keepListedCases(store: Store, cases: readonly ListedCase[]): Promise<void> {
  await putSealed(store, 'synced', { name: 'listed', value: cases });
}
