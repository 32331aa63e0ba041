import type { CachedMark, SentinelCopies } from '#store/db/sentinel.ts';
import { localItems } from './web-storage.ts';

/** Cache of the copies, apart from the worker's own: the shell is deleted and rebuilt without touching it. */
const CACHE = 'assent-sentinel';
const addressOf = (which: CachedMark) => `/__${which}`;

/** Longest wait for the cache, ms [choice]: a change of a person that is to be saved waits for it. */
const WRITE_LIMIT = 1000;

/** The copies of the sentinel in this browser, outside its databases. */
export const sentinelCopies: SentinelCopies = {
  local: localItems,
  cached: {
    read: async (which) => {
      const found = await (await caches.open(CACHE)).match(addressOf(which));
      return found === undefined ? null : await found.text();
    },
    write: (which, value) => Promise.race([put(which, value), limit()]),
  },
};

async function put(which: CachedMark, value: string): Promise<void> {
  await (await caches.open(CACHE)).put(addressOf(which), new Response(value));
}

// A timer of its own, not `pause` of retry.ts: the signer's page loads this module late, and its first script must not grow.
function limit(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, WRITE_LIMIT));
}
