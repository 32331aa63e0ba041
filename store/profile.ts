import { User } from '#contract/user-shapes.ts';
import * as v from 'valibot';
import { getSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/** Keeps who this vault's person is and what they may do, sealed: an offline unlock has nobody to ask. */
export async function keepProfile(store: Store, user: User): Promise<void> {
  await putSealed(store, 'local', { name: 'profile', value: user });
}

/** The person as the server last told them, or null when an older build kept another shape, or nothing can be read. */
export async function readProfile(store: Store): Promise<User | null> {
  const parsed = v.safeParse(User, await getSealed(store, 'profile'));
  return parsed.success ? parsed.output : null;
}
