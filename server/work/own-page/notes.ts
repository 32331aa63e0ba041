import { NOTES_MOST, openNotes } from '#domain/signing/notes.ts';
import { Refused } from '#server/api-error.ts';
import { countEventsSince, eventsOf } from '#server/data/cases/timeline.ts';
import type { TicketActor } from '#server/http/actor.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { keyOfVersion, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { pageRightsNow } from '#server/work/links/page-access.ts';

/**
 * Writes what somebody adds once they have answered. It stands in the timeline alone: what is signed and sealed does not change.
 *
 * @throws Refused MOVE_REFUSED before they have answered, of a form that takes none, and once their page has ended; NOTES_FULL
 */
export async function writeNote(open: OpenCase, { role, signingOrder }: TicketActor, text: string): Promise<void> {
  const signer = await findSigner(open, { role, order: signingOrder });
  if (signer === undefined || pageRightsNow(open, signer)?.mayWrite !== true) throw notNow(open);
  const { db, consent, record } = open;
  const version = { organisationId: record.organisation_id, caseId: record.id, versionId: consent.id };
  const written = await countEventsSince(db, version, { types: ['NOTE_WRITTEN'], since: consent.created_at });
  if (written >= NOTES_MOST) throw new Refused('NOTES_FULL');
  await recordEvent(open, { type: 'NOTE_WRITTEN', by: { signer }, detail: { note: text } });
}

/**
 * Records that all notes about a version were talked about.
 *
 * @throws Refused MOVE_REFUSED where there is none, or somebody has settled them
 */
export async function settleNotes(open: OpenCase, outcome: string): Promise<void> {
  const { organisationId, id } = keyOfVersion(open);
  const notes = openNotes(await eventsOf(open.db, organisationId, open.record.id), id);
  if (notes.length === 0) throw notNow(open, 'NOTHING_TO_SETTLE');
  await recordEvent(open, { type: 'NOTE_SETTLED', by: byStaff(open), detail: { outcome } });
}
