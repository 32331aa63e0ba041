import { checkSentinel, renewSentinel, type StorageStatus, type SentinelCopies } from '#store/db/sentinel.ts';
import { newId, deviceDatabase } from './env.ts';

/** Cache of the sentinel's copy, apart from the worker's own: the shell is deleted and rebuilt without touching it. */
const CACHE = 'assent-sentinel';
const ADDRESS = '/__sentinel';
/** Serialises the check: two tabs that start at once must not each create an id. */
const LOCK = 'assent.sentinel';

/** Result of the check, and a function that writes new copies once the person has read the warning. */
export type SentinelCheck = { readonly standing: StorageStatus; readonly renew: () => Promise<void> };

/** Checks whether this browser has lost its storage. @param before - localStorage as it was at the start of the page */
export async function runSentinelCheck(before: ReadonlyMap<string, string>): Promise<SentinelCheck> {
  const witnesses: SentinelCopies = {
    local: { getItem: (name) => before.get(name) ?? null, setItem: (name, value) => localStorage.setItem(name, value) },
    cached: cachedCopy,
  };
  const device = deviceDatabase();
  const standing = await navigator.locks.request(LOCK, () => checkSentinel(device, witnesses, newId));
  return { standing, renew: () => navigator.locks.request(LOCK, () => renewSentinel(device, witnesses, newId)) };
}

const cachedCopy: SentinelCopies['cached'] = {
  read: async () => {
    const found = await (await caches.open(CACHE)).match(ADDRESS);
    return found === undefined ? null : await found.text();
  },
  write: async (id) => (await caches.open(CACHE)).put(ADDRESS, new Response(id)),
};
