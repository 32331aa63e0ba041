import type { DeviceDatabase } from './device-database.ts';

/** Two copies of the sentinel's random id outside the database. A browser may clear any of the three without the others. */
export type SentinelCopies = {
  /** localStorage; it also holds the number of unsent items */
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  /** Cache Storage, reduced to one string */
  readonly cached: { readonly read: () => Promise<string | null>; readonly write: (id: string) => Promise<void> };
};

/**
 * Result of the sentinel check. `lost`: the database is not the one that was here before; `items` unsent items may be lost, null when
 * their number is unknown.
 */
export type StorageStatus = { readonly kind: 'new' | 'whole' } | { readonly kind: 'lost'; readonly items: number | null };

const ID = 'assent.sentinel';
const UNSENT = 'assent.unsent';

/**
 * Compares the database's sentinel with its copies, at each start. A browser that has cleared the database silently creates an empty
 * one: that must not pass for a device without unsent work.
 */
export async function checkSentinel(device: DeviceDatabase, copies: SentinelCopies, newId: () => string): Promise<StorageStatus> {
  const { local, cached } = copies;
  const stored = (await device.meta.get('sentinel'))?.value ?? null;
  const copied = [readFrom(local, ID), await cached.read().catch(() => null)].filter((each) => each !== null);
  if (stored === null && copied.length === 0) {
    await renewSentinel(device, copies, newId);
    return { kind: 'new' };
  }
  if (stored === null || copied.some((each) => each !== stored)) {
    const items = readFrom(local, UNSENT);
    return { kind: 'lost', items: items === null ? null : Number(items) };
  }
  // Only a copy was cleared: no work is lost, and the copy is written again.
  await writeCopies(stored, copies);
  return { kind: 'whole' };
}

/** Writes a new sentinel: on a new device, and after a person has confirmed the notice that items may be lost. */
export async function renewSentinel(device: DeviceDatabase, copies: SentinelCopies, newId: () => string): Promise<void> {
  const id = newId();
  await device.meta.put({ key: 'sentinel', value: id });
  writeTo(copies.local, UNSENT, '0');
  await writeCopies(id, copies);
}

/** Writes the number of unsent items of all users to localStorage, for the notice after a loss of the database. @returns the number */
export async function storeUnsentCount(device: DeviceDatabase, local: SentinelCopies['local']): Promise<number> {
  const total = (await device.vaults.toArray()).reduce((sum, { unsentCount }) => sum + unsentCount, 0);
  writeTo(local, UNSENT, String(total));
  return total;
}

async function writeCopies(id: string, { local, cached }: SentinelCopies): Promise<void> {
  writeTo(local, ID, id);
  await cached.write(id).catch(() => {});
}

// Refused or full storage must not stop the app: the check goes on with one copy less.
function readFrom(local: SentinelCopies['local'], name: string): string | null {
  try {
    return local.getItem(name);
  } catch {
    return null;
  }
}

function writeTo(local: SentinelCopies['local'], name: string, value: string): void {
  try {
    local.setItem(name, value);
  } catch {
    // As in readFrom.
  }
}
