import type { EventAuthor, TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import { addEvent } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';

type SystemEvent = {
  organisationId: string;
  caseId: string;
  versionId: string;
  /** ISO, UTC */
  at: string;
  type: TimelineEventType;
  detail: TimelineEvent['detail'];
};

/** The product itself as the author of an event. */
export function systemAuthor({ settings }: Pick<Deps, 'settings'>): EventAuthor {
  return { kind: 'SYSTEM', name: settings.productName, role: '' };
}

/** Adds an event that no person caused to the timeline of a case, under its lock. */
export async function addSystemEvent(
  db: Db,
  deps: Pick<Deps, 'settings' | 'chainKey' | 'newId'>,
  { organisationId, caseId, ...event }: SystemEvent,
): Promise<void> {
  const { chainKey, newId } = deps;
  await addEvent(db, { organisationId, caseId, chainKey }, { id: newId(), actor: systemAuthor(deps), ...event });
}
