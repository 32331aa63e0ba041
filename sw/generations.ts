/** Cache keys (whole addresses) of the shell that is served now and of the one before it. */
export type Generations = { readonly current: readonly string[]; readonly previous: readonly string[] };

const record = '/__generations';

/**
 * Deletes from the precache what belongs neither to this shell nor to the one before, and remembers both.
 *
 * A tab that was opened under the previous worker still asks for that build's lazy files, which the server may no
 * longer have; keeping one generation lets such a tab finish its work. Run it when a worker becomes active.
 *
 * @param cacheName - of the precache; the record is kept in a cache of its own beside it
 * @param current - the cache keys of the shell of the worker that becomes active
 */
export async function keepTwoGenerations(cacheName: string, current: readonly string[]): Promise<void> {
  const records = await caches.open(`${cacheName}-generations`);
  const before = await readRecord(records);
  const isSame = before.current.length === current.length && before.current.every((key) => current.includes(key));
  const previous = isSame ? before.previous : before.current;
  const kept = new Set([...current, ...previous]);
  const cache = await caches.open(cacheName);
  const stale = (await cache.keys()).filter((request) => !kept.has(request.url));
  await Promise.all(stale.map((request) => cache.delete(request)));
  const next: Generations = { current, previous };
  await records.put(record, Response.json(next));
}

async function readRecord(records: Cache): Promise<Generations> {
  const stored = await records.match(record);
  if (stored === undefined) return { current: [], previous: [] };
  // Only the function above writes this record.
  return (await stored.json()) as Generations;
}
