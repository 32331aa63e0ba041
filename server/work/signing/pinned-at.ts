import { isFullShown } from '#domain/consents/digest.ts';
import { isWitnessExcused, WITNESS_RULE_SINCE } from '#domain/signing/witness-rule.ts';
import { lastEvent } from '#server/data/cases/timeline.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/** Whether this version is from before the rule of witnesses; its own date is that of the tablet where it was made ready without a network. */
export async function isExcusedOfWitness({ db, consent, record }: OpenCase): Promise<boolean> {
  const { pinned, sent_at: sentAt } = consent;
  if (pinned === null || isFullShown(pinned)) return false;
  if (sentAt === null || Date.parse(sentAt) < Date.parse(WITNESS_RULE_SINCE)) return isWitnessExcused({ isFirstShape: true, pinnedAt: sentAt });
  const key = { organisationId: record.organisation_id, caseId: record.id, versionId: consent.id };
  const event = await lastEvent(db, key, 'CONSENT_SENT');
  if (event?.deviceAt == null) return false;
  const offset = event.detail['clockOffset'];
  const pinnedAt = Date.parse(event.deviceAt) + (typeof offset === 'number' ? offset : 0);
  return isWitnessExcused({ isFirstShape: true, pinnedAt: new Date(pinnedAt).toISOString() });
}
