import type { QueuedVersion } from '#contract/shapes.ts';
import { versionMadeBy } from '../data/entity-ops.ts';
import type { StaffActor } from '../http/actor.ts';
import { keyOwner } from '../http/keys.ts';
import type { Sql } from '../parts.ts';

/** No thing has this version: a change that was made on it meets a conflict, with the thing as it is now. */
const NO_VERSION = 0;

/**
 * The version that a change was made on: the one that it names, or the one that an earlier op of the same person made of the same
 * thing. An op that has not taken effect made none.
 */
export async function versionSeen(
  { sql, actor }: { sql: Sql; actor: StaffActor },
  version: QueuedVersion,
  { entity, id }: { entity: 'patient' | 'consent' | 'case'; id: string },
): Promise<number> {
  if (typeof version === 'number') return version;
  return (await versionMadeBy(sql, { owner: keyOwner(actor), opId: version.after, entity, id })) ?? NO_VERSION;
}
