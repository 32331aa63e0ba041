import type { Strokes } from '#domain/signature.ts';
import type { VaultDatabase } from '../vault-database.ts';
import { unseal, type Keys } from '../vault/seal.ts';
import { placeOf, type OpRow } from './op.ts';

/** The strokes that a body names are not on this device any more. */
export class InkMissing extends Error {
  override name = 'InkMissing';
}

/**
 * What an op will say, less what is filled in when it is sent.
 *
 * @throws Damaged, KeyForgotten as {@link unseal}
 */
export async function readPayload(keys: Keys, { opId, payload }: OpRow): Promise<Record<string, unknown>> {
  // Sealed by this room for this op, and the seal opens for no other: every queued input is an object.
  return (await unseal(keys, placeOf(opId), payload)) as Record<string, unknown>;
}

/** The strokes that were kept at pen-up. @throws InkMissing, Damaged */
export async function readInk(db: VaultDatabase, keys: Keys, sha256: string): Promise<Strokes> {
  const row = await db.blobs.get(sha256);
  if (row === undefined) throw new InkMissing('The signature is not on this tablet');
  // As above: only strokes are sealed for this table.
  return (await unseal(keys, { table: 'blobs', id: sha256 }, row)) as Strokes;
}
