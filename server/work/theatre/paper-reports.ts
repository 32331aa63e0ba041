import { longTime } from '#domain/values/plain-date.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { SHEET_OUTCOMES, type SheetEntry } from '#domain/theatre/theatre-sheet.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import { eventsOfType } from '#server/data/cases/timeline.ts';

/** A paper report of a version: it is stored in the timeline and never overwritten. */
export type Report = SheetEntry & { at: string; by: string };

/** The reports of these cases by their version, oldest first. */
export async function reportsOf(
  db: Db,
  organisationId: string,
  { cases }: { cases: readonly string[] },
): Promise<Map<string, Report[]>> {
  const found = new Map<string, Report[]>();
  for (const event of await eventsOfType(db, organisationId, { caseIds: cases, type: 'PAPER_REPORTED' })) {
    const report = reportOf(event);
    if (event.versionId === null || report === undefined) continue;
    found.set(event.versionId, [...(found.get(event.versionId) ?? []), report]);
  }
  return found;
}

/** An entry as the detail of its event. `onPaper` is its time as people read it. */
export function reportDetail(entry: SheetEntry, { code, timeZone }: { code: string; timeZone: string }): TimelineEvent['detail'] {
  return { ...entry, code, onPaper: longTime(entry.time, timeZone) };
}

function reportOf({ detail, at, actor }: Pick<TimelineEvent, 'detail' | 'at' | 'actor'>): Report | undefined {
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : '');
  const outcome = SHEET_OUTCOMES.find((each) => each === detail['outcome']);
  if (outcome === undefined) return undefined;
  return {
    outcome,
    time: text('time'),
    signer: text('signer'),
    role: isSignerRole(detail['role']) ? detail['role'] : null,
    clinician: text('clinician'),
    interpreter: text('interpreter'),
    note: text('note'),
    at,
    by: actor.name,
  };
}
