import { nullIfUnreadable, unseal, type Keys, type Sealed } from '#store/crypto/seal.ts';
import { readRow } from '#store/db/read-row.ts';
import { vaultDatabaseName } from '#store/db/vault-name.ts';

/** Name of the row that stores a signer's visit. */
export const visitRowName = (handoverId: string): string => `${VISIT_ROWS}${handoverId}`;

/** Prefix of the names of all stored visits. */
export const VISIT_ROWS = 'visit:';

type VisitOf = { readonly userHash: string; readonly handoverId: string };

/**
 * Reads a signer's visit as it was stored last: one read, one decrypt, without the rest of the store. Null when there is none, or it is
 * unreadable.
 */
export async function readVisit(keys: Keys, { userHash, handoverId }: VisitOf): Promise<unknown> {
  const name = visitRowName(handoverId);
  const sealed = await readSealedVisit({ userHash, handoverId });
  return sealed === null ? null : nullIfUnreadable(unseal(keys, { table: 'kv', id: name }, sealed));
}

/** Whether a visit of this handover is stored; needs no key. */
export async function hasVisit(of: VisitOf): Promise<boolean> {
  return (await readSealedVisit(of)) !== null;
}

async function readSealedVisit({ userHash, handoverId }: VisitOf): Promise<Sealed | null> {
  const row = await readRow(vaultDatabaseName(userHash), 'kv', visitRowName(handoverId)).catch(() => undefined);
  // Written by `saveVisit` alone.
  return (row as { readonly value: Sealed } | undefined)?.value ?? null;
}
