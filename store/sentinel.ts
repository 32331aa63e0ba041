import type { Device } from './device.ts';

/** Where the same random id lies beside the database; each of them may be cleared without the others. */
export type Witnesses = {
  /** localStorage; it also keeps how many items were unsent */
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  /** Cache Storage, reduced to one text */
  readonly cached: { readonly read: () => Promise<string | null>; readonly write: (id: string) => Promise<void> };
};

/**
 * What the device says of its own storage. `lost`: the database is not the one that was here before; `items` may be lost, null
 * when nobody knows how many.
 */
export type Standing = { readonly kind: 'new' | 'whole' } | { readonly kind: 'lost'; readonly items: number | null };

const ID = 'assent.sentinel';
const UNSENT = 'assent.unsent';

/**
 * Asks at each start whether the database is the one that was here. A browser that has cleared it silently makes an empty one: that
 * must not pass for a device on which nothing waits.
 */
export async function checkSentinel(device: Device, witnesses: Witnesses, newId: () => string): Promise<Standing> {
  const { local, cached } = witnesses;
  const here = (await device.meta.get('sentinel'))?.value ?? null;
  const known = [readFrom(local, ID), await cached.read().catch(() => null)].filter((each) => each !== null);
  if (here === null && known.length === 0) {
    await renewSentinel(device, witnesses, newId);
    return { kind: 'new' };
  }
  if (here === null || known.some((each) => each !== here)) {
    const items = readFrom(local, UNSENT);
    return { kind: 'lost', items: items === null ? null : Number(items) };
  }
  // A witness alone was cleared: nothing is lost, and it is told again.
  await spread(here, witnesses);
  return { kind: 'whole' };
}

/** Starts anew: after somebody has read that items may be lost, and on a new device. */
export async function renewSentinel(device: Device, witnesses: Witnesses, newId: () => string): Promise<void> {
  const id = newId();
  await device.meta.put({ key: 'sentinel', value: id });
  writeTo(witnesses.local, UNSENT, '0');
  await spread(id, witnesses);
}

/** Notes beside the database how many items of all people wait on this device. */
export async function noteUnsentCount(device: Device, local: Witnesses['local']): Promise<number> {
  const all = (await device.vaults.toArray()).reduce((sum, { unsentCount }) => sum + unsentCount, 0);
  writeTo(local, UNSENT, String(all));
  return all;
}

async function spread(id: string, { local, cached }: Witnesses): Promise<void> {
  writeTo(local, ID, id);
  await cached.write(id).catch(() => {});
}

// Storage that is refused or full must not keep anybody from working: one witness less.
function readFrom(local: Witnesses['local'], name: string): string | null {
  try {
    return local.getItem(name);
  } catch {
    return null;
  }
}

function writeTo(local: Witnesses['local'], name: string, value: string): void {
  try {
    local.setItem(name, value);
  } catch {
    // As above.
  }
}
