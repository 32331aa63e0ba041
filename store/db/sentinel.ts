import type { DeviceDatabase } from './device-database.ts';

/** Two copies of the sentinel's random id outside the database. A browser may clear any of the three without the others. */
export type SentinelCopies = {
  /** localStorage; it also holds the number of unsent items, and brings it to the disk up to a minute late */
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  /** Cache Storage, reduced to two strings. What it has resolved outlives a killed browser. */
  readonly cached: {
    readonly read: (which: CachedMark) => Promise<string | null>;
    readonly write: (which: CachedMark, value: string) => Promise<void>;
  };
};

/** The id of the sentinel, and the number of unsent items. */
export type CachedMark = 'sentinel' | 'unsent';

/**
 * Result of the sentinel check. `lost`: the database is not the one that was here before; `items` unsent items may be lost, null when
 * their number is unknown. Otherwise `unsent` items of all users wait in it.
 */
export type StorageStatus =
  | { readonly kind: 'new' | 'whole'; readonly id: string; readonly unsent: number }
  | { readonly kind: 'lost'; readonly items: number | null };

const ID = 'assent.sentinel';
const UNSENT = 'assent.unsent';

/**
 * Compares the database's sentinel with its copies, at each start. A browser that has cleared the database silently creates an empty
 * one: that must not pass for a device without unsent work.
 */
export async function checkSentinel(device: DeviceDatabase, copies: SentinelCopies, newId: () => string): Promise<StorageStatus> {
  const { local, cached } = copies;
  const stored = (await device.meta.get('sentinel'))?.value ?? null;
  const copied = [readFrom(local, ID), await cached.read('sentinel').catch(() => null)].filter((each) => each !== null);
  if (stored === null && copied.length === 0) {
    return { kind: 'new', ...(await renewSentinel(device, copies, newId)) };
  }
  if (stored === null || copied.some((each) => each !== stored)) {
    return { kind: 'lost', items: await notedUnsent(copies) };
  }
  // Only a copy was cleared: no work is lost, and the copy is written again.
  await writeCopies(stored, copies);
  return { kind: 'whole', id: stored, unsent: (await readCounts(device)).unsent };
}

/** Writes a new sentinel: on a new device, and after a person has confirmed the notice that items may be lost. */
export async function renewSentinel(device: DeviceDatabase, copies: SentinelCopies, newId: () => string): Promise<OpenAppMemory> {
  const id = newId();
  await device.meta.put({ key: 'sentinel', value: id });
  const { unsent } = await readCounts(device);
  await writeUnsent(unsent, copies);
  await writeCopies(id, copies);
  return { id, unsent };
}

/** The sentinel as the open app remembers it: its id, and the last number of unsent items of all users. */
export type OpenAppMemory = { readonly id: string; readonly unsent: number };

/**
 * Compares the database's sentinel with the app's memory of it, while the app is open. A loss is noted in the copies, so that the next
 * start finds it and says the same. Where all copies were cleared as well and nothing was unsent, somebody has cleared everything on
 * purpose: the device is a new one. A sentinel that another tab has renewed since is the same as localStorage's copy: no loss.
 */
export async function checkOpenApp(
  device: DeviceDatabase,
  copies: SentinelCopies,
  { id, unsent, newId }: OpenAppMemory & { readonly newId: () => string },
): Promise<StorageStatus> {
  const { local, cached } = copies;
  const { stored, unsent: counted } = await readCounts(device);
  const copied = readFrom(local, ID);
  if (stored !== undefined && (stored === id || stored === copied)) return { kind: 'whole', id: stored, unsent: counted };
  const isBare = copied === null && (await cached.read('sentinel').catch(() => null)) === null;
  if (isBare && unsent === 0) return { kind: 'new', ...(await renewSentinel(device, copies, newId)) };
  return { kind: 'lost', items: await noteLoss(copies, { id, unsent }) };
}

/** Notes a loss in the copies for the next start. @returns the number of items that may be lost */
export async function noteLoss(copies: SentinelCopies, { id, unsent }: OpenAppMemory): Promise<number> {
  const items = Math.max((await notedUnsent(copies)) ?? 0, unsent);
  await writeUnsent(items, copies);
  await writeCopies(id, copies);
  return items;
}

/**
 * Writes the number of unsent items of all users to the copies, for the notice after a loss of the database. A database without its
 * sentinel, or with another one than the copy's, was cleared: the last number stays.
 *
 * @returns the number; null when it was not written
 */
export async function storeUnsentCount(device: DeviceDatabase, copies: SentinelCopies): Promise<number | null> {
  const { stored, unsent } = await readCounts(device);
  if (stored === undefined || (readFrom(copies.local, ID) ?? stored) !== stored) return null;
  await writeUnsent(unsent, copies);
  return unsent;
}

/** The number of unsent items as the copies have it, the greater where they differ; null where none has it. */
async function notedUnsent({ local, cached }: SentinelCopies): Promise<number | null> {
  const noted = [readFrom(local, UNSENT), await cached.read('unsent').catch(() => null)].filter((each) => each !== null);
  return noted.length === 0 ? null : Math.max(...noted.map(Number));
}

async function writeUnsent(items: number, { local, cached }: SentinelCopies): Promise<void> {
  writeTo(local, UNSENT, String(items));
  await cached.write('unsent', String(items)).catch(() => {});
}

/** Reads the sentinel's id and the number of unsent items of all users at one moment. */
async function readCounts(device: DeviceDatabase): Promise<{ readonly stored: string | undefined; readonly unsent: number }> {
  const { stored, vaults } = await device.transaction('r', [device.meta, device.vaults], async () => ({
    stored: (await device.meta.get('sentinel'))?.value,
    vaults: await device.vaults.toArray(),
  }));
  return { stored, unsent: vaults.reduce((sum, { unsentCount }) => sum + unsentCount, 0) };
}

async function writeCopies(id: string, { local, cached }: SentinelCopies): Promise<void> {
  writeTo(local, ID, id);
  await cached.write('sentinel', id).catch(() => {});
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
