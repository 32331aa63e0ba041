/** Cache keys (full URLs) of the present shell and of the one before it. */
export type Generations = { readonly current: readonly string[]; readonly previous: readonly string[] };

const RECORD_URL = '/__generations';

/**
 * Deletes from the precache all entries but those of this shell and the one before, and records both. Runs when a worker becomes active.
 *
 * A tab that was opened under the previous worker still requests that build's lazy files, which the server may no longer have; one
 * former generation in the cache lets such a tab finish its work.
 *
 * @param cacheName - name of the precache; the record is stored in a cache of its own beside it
 * @param current - cache keys of the shell of the worker that becomes active
 */
export async function keepTwoGenerations(cacheName: string, current: readonly string[]): Promise<void> {
  const records = await caches.open(`${cacheName}-generations`);
  const recorded = await readRecord(records);
  const isSame = recorded.current.length === current.length && recorded.current.every((key) => current.includes(key));
  const previous = isSame ? recorded.previous : recorded.current;
  const retained = new Set([...current, ...previous]);
  const cache = await caches.open(cacheName);
  const stale = (await cache.keys()).filter((request) => !retained.has(request.url));
  await Promise.all(stale.map((request) => cache.delete(request)));
  const next: Generations = { current, previous };
  await records.put(RECORD_URL, Response.json(next));
}

/** Records this shell where the record was cleared with the caches, so that the next worker keeps its files for open tabs. */
export async function restoreRecord(cacheName: string, current: readonly string[]): Promise<void> {
  const records = await caches.open(`${cacheName}-generations`);
  if ((await records.match(RECORD_URL)) !== undefined) return;
  const restored: Generations = { current, previous: [] };
  await records.put(RECORD_URL, Response.json(restored));
}

async function readRecord(records: Cache): Promise<Generations> {
  const stored = await records.match(RECORD_URL);
  if (stored === undefined) return { current: [], previous: [] };
  // This file alone writes this record.
  return (await stored.json()) as Generations;
}
