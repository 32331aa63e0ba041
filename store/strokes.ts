import { Strokes } from '#domain/signature.ts';
import { canonical } from '#domain/digest.ts';
import * as v from 'valibot';
import { sha256 } from './hex.ts';
import { readInk } from './outbox/payload.ts';
import type { Store } from './store.ts';
import type { BlobRow } from './vault-database.ts';
import { seal } from './vault/seal.ts';
import { withRoom } from './quota.ts';

/** One box to sign in. `pad` tells the boxes of a version apart and says nothing of what is in them. */
export type Pad = { readonly consentId: string; readonly pad: string };

/**
 * Keeps a signature's strokes, sealed, the moment the pen goes up: from here on neither a reload nor a rotation loses them. What
 * was kept of the same pad before, and not signed with, goes.
 *
 * @param of - the pad, or a consent that has one alone
 * @returns their SHA-256, by which the call that sends them names them
 * @throws StorageFull
 */
export async function keepStrokes(store: Store, of: Pad | string, strokes: Strokes): Promise<string> {
  const { db, vault, means } = store;
  const { consentId, pad } = padOf(of);
  const drawn = v.parse(Strokes, strokes);
  // Two people may draw the same dot: whose ink it is, and in which box, belongs to it.
  const hash = await sha256(`${consentId}|${pad}|${canonical(drawn)}`);
  const sealed = await seal(vault.local, { table: 'blobs', id: hash }, drawn, means);
  await withRoom(store, () =>
    db.transaction('rw', db.blobs, async () => {
      const kept = await db.blobs.get(hash);
      if (pad !== '') await openRows(store, { consentId, pad }).delete();
      await db.blobs.put({ ...sealed, sha256: hash, consentId, pad, state: kept?.state ?? 'kept' });
    }),
  );
  return hash;
}

/** The strokes that were kept and not yet signed with: of one pad at most one set. */
export async function keptStrokes(store: Store, of: Pad | string): Promise<{ sha256: string; strokes: Strokes }[]> {
  const rows = await openRows(store, of).toArray();
  return Promise.all(
    rows.map(async ({ sha256: hash }) => ({ sha256: hash, strokes: await readInk(store.db, store.vault, hash) })),
  );
}

/** Forgets strokes that were cleared before anybody signed with them. */
export async function dropStrokes({ db }: Store, hash: string): Promise<void> {
  await db.blobs
    .where('sha256')
    .equals(hash)
    .and(({ state }) => state === 'kept')
    .delete();
}

/**
 * Forgets what was drawn in a pad, or in all pads of a version, and not signed with.
 *
 * @param isMeant - picks some of a version's pads, by their names
 */
export async function clearPads(store: Store, of: Pad | string, isMeant: (pad: string) => boolean = () => true): Promise<void> {
  await openRows(store, of)
    .and(({ pad = '' }) => isMeant(pad))
    .delete();
}

function openRows({ db }: Store, of: Pad | string) {
  const { consentId, pad } = padOf(of);
  const isOf = ({ state, pad: drawnIn }: BlobRow) => state === 'kept' && (pad === '' || drawnIn === pad);
  return db.blobs.where('consentId').equals(consentId).and(isOf);
}

function padOf(of: Pad | string): Pad {
  return typeof of === 'string' ? { consentId: of, pad: '' } : of;
}
