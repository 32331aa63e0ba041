import type { VaultDatabase } from '#store/db/vault-database.ts';

/** The leader's lease: each new leader has a higher epoch, and renews `at` (epoch ms) as its heartbeat. */
export type Lease = { readonly epoch: number; readonly at: number };

/** Another tab leads now: this tab must not write any answer that it received. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export async function readLease({ kv }: VaultDatabase): Promise<Lease | null> {
  // acquireLease and renewLease alone write under this name.
  return ((await kv.get('lease'))?.value as Lease | undefined) ?? null;
}

/** Makes this tab the leader. @returns its epoch */
export async function acquireLease(db: VaultDatabase, now: number): Promise<number> {
  return db.transaction('rw', db.kv, async () => {
    const epoch = ((await readLease(db))?.epoch ?? 0) + 1;
    await db.kv.put({ k: 'lease', value: { epoch, at: now } satisfies Lease });
    return epoch;
  });
}

/** Renews the lease: the leader's heartbeat. @throws LeaseLost when another tab leads */
export async function renewLease(db: VaultDatabase, epoch: number, now: number): Promise<void> {
  await db.transaction('rw', db.kv, async () => {
    await assertLease(db, epoch);
    await db.kv.put({ k: 'lease', value: { epoch, at: now } satisfies Lease });
  });
}

/** Aborts the surrounding transaction (which holds `kv`) unless this epoch still leads. @throws LeaseLost */
export async function assertLease(db: VaultDatabase, epoch: number): Promise<void> {
  if ((await readLease(db))?.epoch !== epoch) throw new LeaseLost('Another tab sends now');
}
