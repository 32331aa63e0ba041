import { sha256HexAsync } from '#contract/engine/hex.ts';
import { Strokes } from '#domain/signing/signature.ts';
import { canonical } from '#domain/base/canonical.ts';
import * as v from 'valibot';
import type { Store } from '#store/session/store.ts';
import type { BlobRow, VaultDatabase } from '#store/db/vault-database.ts';
import { seal, unseal, type Keys } from '#store/crypto/seal.ts';
import { withEviction } from '#store/session/quota.ts';

/** The strokes that an op refers to are no longer on this device. */
export class InkMissing extends Error {
  override name = 'InkMissing';
}

/** Beginning of the names of the clinician's own pads, which belong to the staff pages. */
export const CLINICIAN_PADS = 'CLINICIAN|';

/** One signature pad of a version. `pad` is its name, and says nothing about its content. */
export type PadId = { readonly consentId: string; readonly pad: string };

/**
 * Stores a signature's strokes, sealed, at pen-up: from here on neither a reload nor a rotation loses them. They replace unsigned
 * strokes of the same pad.
 *
 * @param of - the pad, or the id of a consent that has only one
 * @returns their SHA-256, by which the op that sends them refers to them
 * @throws StorageFull
 */
export async function saveStrokes(store: Store, of: PadId | string, strokes: Strokes): Promise<string> {
  const { db, vault, env } = store;
  const { consentId, pad } = padOf(of);
  const drawn = v.parse(Strokes, strokes);
  // Two people may draw the same dot: consent and pad are part of the hash, so that their strokes stay apart.
  const hash = await sha256HexAsync(`${consentId}|${pad}|${canonical(drawn)}`);
  const sealed = await seal(vault.local, { table: 'blobs', id: hash }, drawn, env);
  await withEviction(store, () =>
    db.transaction('rw', db.blobs, async () => {
      const existing = await db.blobs.get(hash);
      if (pad !== '') await unsignedRows(store, { consentId, pad }).delete();
      await db.blobs.put({ ...sealed, sha256: hash, consentId, pad, state: existing?.state ?? 'kept' });
    }),
  );
  return hash;
}

/** Reads the stored strokes that no signature uses yet: at most one set for each pad. */
export async function readStrokes(store: Store, of: PadId | string): Promise<{ sha256: string; strokes: Strokes }[]> {
  const rows = await unsignedRows(store, of).toArray();
  return Promise.all(
    rows.map(async ({ sha256: hash }) => ({ sha256: hash, strokes: await readInk(store.db, store.vault, hash) })),
  );
}

/**
 * Deletes the strokes of a pad, or of all pads of a version, that no signature uses.
 *
 * @param isMeant - filters a version's pads by name
 */
export async function clearPads(store: Store, of: PadId | string, isMeant: (pad: string) => boolean = () => true): Promise<void> {
  await unsignedRows(store, of)
    .and(({ pad = '' }) => isMeant(pad))
    .delete();
}

function unsignedRows({ db }: Store, of: PadId | string) {
  const { consentId, pad } = padOf(of);
  const isOf = ({ state, pad: drawnIn }: BlobRow) => state === 'kept' && (pad === '' || drawnIn === pad);
  return db.blobs.where('consentId').equals(consentId).and(isOf);
}

function padOf(of: PadId | string): PadId {
  return typeof of === 'string' ? { consentId: of, pad: '' } : of;
}

/** Reads the strokes of one hash. @throws InkMissing, Damaged */
export async function readInk(db: VaultDatabase, keys: Keys, sha256: string): Promise<Strokes> {
  const row = await db.blobs.get(sha256);
  if (row === undefined) throw new InkMissing('The signature is not on this tablet');
  // Strokes are the only values sealed for this table.
  return (await unseal(keys, { table: 'blobs', id: sha256 }, row)) as Strokes;
}
