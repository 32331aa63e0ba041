import { mayMove, newestVersionOf } from '#domain/cases/case-machine.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { lastEvent } from '#server/data/cases/timeline.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import { consentsOfCase, deleteVersions } from '#server/data/consents/consents.ts';
import { Refused } from '#server/api-error.ts';
import { endColumns } from '#server/work/cases/follow-end.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';

/**
 * Deletes a draft that was never out: with its case where it is the only version, else alone. The version before stays as it was, and the
 * number of the draft is not used again.
 *
 * @throws Refused HAS_BEEN_OUT for a form that is out, or was, REFERRED_DRAFT for the only form of a referral
 */
export async function deleteDraft(open: OpenCase): Promise<{ message: string }> {
  const { db, record, consent, now } = open;
  const { organisation_id: organisationId, id: caseId } = record;
  if (!mayMove(consent.status, 'delete')) throw new Refused('HAS_BEEN_OUT');
  if ((await lastEvent(db, { organisationId, caseId, versionId: consent.id }, 'CONSENT_SENT')) !== undefined)
    throw new Refused('HAS_BEEN_OUT');
  const others = (await consentsOfCase(db, organisationId, caseId)).filter(({ id }) => id !== consent.id);
  const isAlone = others.length === 0;
  if (isAlone && record.referral_status !== null) throw new Refused('REFERRED_DRAFT');
  await recordEvent(open, { type: isAlone ? 'DELETED' : 'DRAFT_DISCARDED', by: byStaff(open) });
  await deleteVersions(db, { organisationId, caseId, id: isAlone ? undefined : consent.id, now });
  const newest = newestVersionOf(others);
  const change = newest === undefined ? { deleted_at: now } : { status: newest.status, current_consent_id: newest.id };
  const end = record.ended === null ? {} : await endColumns(open);
  await updateCase(db, { organisationId, id: caseId }, { ...change, ...end, updated_at: now, version: record.version + 1 });
  return { message: DONE.DRAFT_DELETED };
}
