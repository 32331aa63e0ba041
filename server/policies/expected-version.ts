import type { QueuedVersion } from '#contract/engine/expected-version.ts';
import { versionWrittenBy } from '#server/data/sync/entity-ops.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { keyOwner } from '#server/http/idempotency-key.ts';
import type { Db } from '#server/data/db.ts';

/** No entity has this version: a change that expects it gets a conflict with the current entity. */
const NO_VERSION = 0;

/**
 * The version that a change expects: the one that it names, or the one that an earlier op of the same user wrote to the same entity.
 * An op that has not taken effect wrote none.
 */
export async function expectedVersionOf(
  { db, actor }: { db: Db; actor: StaffActor },
  version: QueuedVersion,
  { entity, id }: { entity: 'patient' | 'consent' | 'case'; id: string },
): Promise<number> {
  if (typeof version === 'number') return version;
  return (await versionWrittenBy(db, { owner: keyOwner(actor), opId: version.after, entity, id })) ?? NO_VERSION;
}
