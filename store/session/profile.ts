import { User } from '#contract/shapes/user-shapes.ts';
import * as v from 'valibot';
import { getSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/** Stores the user's profile and permissions, sealed: an offline unlock cannot ask the server. */
export async function saveProfile(store: Store, user: User): Promise<void> {
  await putSealed(store, 'local', { name: 'profile', value: user });
}

/** Reads the profile that the server last sent; null when it is missing, unreadable, or an older build stored another shape. */
export async function readProfile(store: Store): Promise<User | null> {
  const parsed = v.safeParse(User, await getSealed(store, 'profile'));
  return parsed.success ? parsed.output : null;
}
