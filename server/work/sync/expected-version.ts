import type { QueuedVersion } from '#contract/shapes.ts';
import { versionMadeBy } from '#server/data/sync/entity-ops.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { keyOwner } from '#server/http/idempotency-key.ts';
import type { Db } from '#server/data/db.ts';

/** No thing has this version: a change that was made on it meets a conflict, with the thing as it is now. */
const NO_VERSION = 0;

/**
 * The version that a change was made on: the one that it names, or the one that an earlier op of the same person made of the same
 * thing. An op that has not taken effect made none.
 */
export async function expectedVersionOf(
  { db, actor }: { db: Db; actor: StaffActor },
  version: QueuedVersion,
  { entity, id }: { entity: 'patient' | 'consent' | 'case'; id: string },
): Promise<number> {
  if (typeof version === 'number') return version;
  return (await versionMadeBy(db, { owner: keyOwner(actor), opId: version.after, entity, id })) ?? NO_VERSION;
}
