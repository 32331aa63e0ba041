import type { Change } from '#contract/sync.ts';
import { DAY } from '#domain/base/limits.ts';
import { hasStopped } from '#domain/cases/case-end.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import { applyChanges, type SearchCards } from './apply-changes.ts';

/** The time for which the copies of a case stay after its end, ms [choice]. */
const ENDED_KEPT = 30 * DAY;
/** The least time between two looks, ms [choice]. */
const LOOKED_EVERY = DAY;

/** When this device last looked for cases that ended long ago. */
const LOOKED = 'endedLookedAt';

/** Whether a case is listed for a day that is not over, wherever that is: its light is red, and nobody may miss it. */
function isComing(listed: { readonly date: string } | null | undefined, now: number): boolean {
  return listed != null && listed.date >= plainDateOf(now - DAY);
}

/**
 * Deletes the copies of cases that ended long ago, once a day: they are on no list, and the server has them. One with something unsent, and
 * one whose end waits for a person or for the next form, stays; one whose end is undone comes with the next pull.
 */
export async function dropEnded(store: Store, cards: SearchCards | null): Promise<void> {
  const { db, env } = store;
  const now = env.now();
  const lookedAt = (await db.kv.get(LOOKED))?.value;
  // The first pull of a device brings nothing that ended long ago.
  if (typeof lookedAt !== 'number' || lookedAt > now) return void (await db.kv.put({ k: LOOKED, value: now }));
  if (now - lookedAt < LOOKED_EVERY) return;
  const { consents, listings } = await readSummaries(store);
  const over = new Set(
    listings.flatMap(({ state, listing: { recordID, ended, listed } }) =>
      state === 'synced' &&
      ended != null &&
      hasStopped(ended) &&
      !isComing(listed, now) &&
      now - Date.parse(ended.at) > ENDED_KEPT
        ? [recordID]
        : [],
    ),
  );
  for (const { state, consent } of consents) if (state !== 'synced') over.delete(consent.recordID);
  const gone = { version: Number.MAX_SAFE_INTEGER, data: null } as const;
  const changes: Change[] = [
    ...consents.flatMap(({ consent: { consentID, recordID } }) =>
      over.has(recordID) ? [{ entity: 'consent' as const, id: consentID, ...gone }] : [],
    ),
    ...[...over].map((id) => ({ entity: 'listed' as const, id, ...gone })),
  ];
  if (changes.length > 0) await withEviction(store, () => applyChanges(store, { changes, fetching: null }, cards));
  await db.kv.put({ k: LOOKED, value: now });
}
