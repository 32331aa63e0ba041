import type { EventTypeOf } from '#domain/cases/event-actors.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import { addEvent } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';
import { authorOf } from './event-by.ts';

type SystemEvent = {
  organisationId: string;
  caseId: string;
  versionId: string;
  /** ISO, UTC */
  at: string;
  type: EventTypeOf<'system'>;
  detail: TimelineEvent['detail'];
};

/** Adds an event that no person caused to the timeline of a case, under its lock. @returns its id */
export async function addSystemEvent(
  db: Db,
  deps: Pick<Deps, 'settings' | 'chainKey' | 'newId'>,
  { organisationId, caseId, ...event }: SystemEvent,
): Promise<string> {
  const { chainKey, newId } = deps;
  const id = newId();
  await addEvent(db, { organisationId, caseId, chainKey }, { id, actor: authorOf('SYSTEM', deps), ...event });
  return id;
}
