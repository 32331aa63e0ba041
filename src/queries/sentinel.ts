import { checkSentinel, renewSentinel, type Standing, type Witnesses } from '#store/sentinel.ts';
import { newId, thisDevice } from '#src/held/this-device.ts';

/** A cache of its own beside the worker's: the shell is thrown away and made anew without it. */
const CACHE = 'assent-sentinel';
const ADDRESS = '/__sentinel';
/** Two tabs that start at once must not each make an id. */
const LOCK = 'assent.sentinel';

/** What the device says of its storage, and how to start anew once somebody has read it. */
export type Asked = { readonly standing: Standing; readonly renew: () => Promise<void> };

/** Asks whether this browser still keeps what it kept. @param before - localStorage as it was at the start of the page */
export async function askSentinel(before: ReadonlyMap<string, string>): Promise<Asked> {
  const witnesses: Witnesses = {
    local: { getItem: (name) => before.get(name) ?? null, setItem: (name, value) => localStorage.setItem(name, value) },
    cached: cachedWitness,
  };
  const device = thisDevice();
  const standing = await navigator.locks.request(LOCK, () => checkSentinel(device, witnesses, newId));
  return { standing, renew: () => navigator.locks.request(LOCK, () => renewSentinel(device, witnesses, newId)) };
}

const cachedWitness: Witnesses['cached'] = {
  read: async () => {
    const found = await (await caches.open(CACHE)).match(ADDRESS);
    return found === undefined ? null : await found.text();
  },
  write: async (id) => (await caches.open(CACHE)).put(ADDRESS, new Response(id)),
};
