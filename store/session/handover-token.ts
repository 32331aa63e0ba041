import * as v from 'valibot';
import type { VaultDatabase } from '#store/db/vault-database.ts';
import { getSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

const HandoverToken = v.object({ token: v.string(), tokenExpiryDate: v.string() });

/** The staff session's token while the tablet is with a signer; the date is ISO 8601. */
export type HandoverToken = v.InferOutput<typeof HandoverToken>;

const NAME = 'handoverToken';

/** Seals the token under its owner's key until the tablet is taken back. @throws StorageFull */
export async function sealHandoverToken(store: Store, { token, tokenExpiryDate }: HandoverToken): Promise<void> {
  await putSealed(store, 'local', { name: NAME, value: { token, tokenExpiryDate } });
}

/** Reads the sealed token, and deletes it; null when there is none, or it is unreadable. */
export async function takeHandoverToken(store: Store): Promise<HandoverToken | null> {
  const parsed = v.safeParse(HandoverToken, await getSealed(store, NAME));
  await discardHandoverToken(store.db);
  return parsed.success ? parsed.output : null;
}

/** Deletes the sealed token; needs no key. */
export async function discardHandoverToken({ kv }: VaultDatabase): Promise<void> {
  await kv.delete(NAME);
}
