import type { VaultDatabase } from '../vault-database.ts';

/** Who sends: each new leader has a higher epoch, and shows by its heartbeat (epoch ms) that it lives. */
export type Lease = { readonly epoch: number; readonly at: number };

/** Another tab leads now: nothing that this one learned may be written. */
export class Deposed extends Error {
  override name = 'Deposed';
}

export async function readLease({ kv }: VaultDatabase): Promise<Lease | null> {
  // Written under this name by takeLead and beat alone.
  return ((await kv.get('lease'))?.value as Lease | undefined) ?? null;
}

/** Makes the caller the leader. @returns its epoch */
export async function takeLead(db: VaultDatabase, now: number): Promise<number> {
  return db.transaction('rw', db.kv, async () => {
    const epoch = ((await readLease(db))?.epoch ?? 0) + 1;
    await db.kv.put({ k: 'lease', value: { epoch, at: now } satisfies Lease });
    return epoch;
  });
}

/** @throws Deposed when another tab leads */
export async function beat(db: VaultDatabase, epoch: number, now: number): Promise<void> {
  await db.transaction('rw', db.kv, async () => {
    await holdLead(db, epoch);
    await db.kv.put({ k: 'lease', value: { epoch, at: now } satisfies Lease });
  });
}

/** Inside a transaction that holds `kv`: it goes on only while this epoch leads. @throws Deposed */
export async function holdLead(db: VaultDatabase, epoch: number): Promise<void> {
  if ((await readLease(db))?.epoch !== epoch) throw new Deposed('Another tab sends now');
}
