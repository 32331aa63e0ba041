import { Strokes } from '#domain/signature.ts';
import { canonical } from '#domain/digest.ts';
import * as v from 'valibot';
import { sha256 } from './hex.ts';
import { readInk } from './outbox/payload.ts';
import type { Store } from './store.ts';
import { seal } from './vault/seal.ts';
import { withRoom } from './quota.ts';

/**
 * Keeps a signature's strokes, sealed, the moment the pen goes up: from here on neither a reload nor a rotation loses them.
 *
 * @returns their SHA-256, by which the call that sends them names them
 * @throws StorageFull
 */
export async function keepStrokes(store: Store, consentId: string, strokes: Strokes): Promise<string> {
  const { db, vault, means } = store;
  const drawn = v.parse(Strokes, strokes);
  // Two people may draw the same dot: whose ink it is belongs to it.
  const hash = await sha256(`${consentId}|${canonical(drawn)}`);
  const sealed = await seal(vault.local, { table: 'blobs', id: hash }, drawn, means);
  await withRoom(store, () =>
    db.transaction('rw', db.blobs, async () => {
      const kept = await db.blobs.get(hash);
      await db.blobs.put({ ...sealed, sha256: hash, consentId, state: kept?.state ?? 'kept' });
    }),
  );
  return hash;
}

/** The strokes that were kept for a consent and not yet signed with, the oldest first. */
export async function keptStrokes({ db, vault }: Store, consentId: string): Promise<{ sha256: string; strokes: Strokes }[]> {
  const rows = await db.blobs.where('consentId').equals(consentId).toArray();
  const open = rows.filter(({ state }) => state === 'kept');
  return Promise.all(open.map(async ({ sha256: hash }) => ({ sha256: hash, strokes: await readInk(db, vault, hash) })));
}

/** Forgets strokes that were cleared before anybody signed with them. */
export async function dropStrokes({ db }: Store, hash: string): Promise<void> {
  await db.blobs
    .where('sha256')
    .equals(hash)
    .and(({ state }) => state === 'kept')
    .delete();
}
