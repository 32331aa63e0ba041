import { isFullShown } from '#domain/consents/digest.ts';
import { isPinnedBefore } from '#domain/forms/new-rules.ts';
import { isWitnessExcused } from '#domain/signing/witness-rule.ts';
import { newRulesSince } from '#server/data/consents/new-rules-since.ts';
import { lastEvent } from '#server/data/cases/timeline.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/** Whether no witness of this version has to be fit, or to sign themselves. */
export async function isExcusedOfWitness(open: OpenCase): Promise<boolean> {
  const { pinned } = open.consent;
  if (pinned === null || isFullShown(pinned)) return false;
  const since = await newRulesSince(open.db);
  return isWitnessExcused({ isFirstShape: true, pinnedAt: await pinnedAt(open, since), since });
}

/** Whether this version was made ready before the rules of children below 13. */
export async function isFromBeforeNewRules(open: OpenCase): Promise<boolean> {
  const since = await newRulesSince(open.db);
  return isPinnedBefore(await pinnedAt(open, since), since);
}

/** When this version was made ready, ISO: of one that a tablet made ready without a network, by the tablet's corrected clock. */
async function pinnedAt({ db, consent, record }: OpenCase, since: string | null): Promise<string | null> {
  // Without a beginning no form is from before.
  if (since === null || consent.sent_at === null || isPinnedBefore(consent.sent_at, since)) return consent.sent_at;
  const { capturedAt, clockOffset } = await madeReady({ db, consent, record });
  return capturedAt === null ? null : new Date(Date.parse(capturedAt) + clockOffset).toISOString();
}

/** When this version was made ready: by the clock of the tablet that did so without a network, and what that clock lacks, ms. */
export async function madeReady({
  db,
  consent,
  record,
}: Pick<OpenCase, 'db' | 'consent' | 'record'>): Promise<{ capturedAt: string | null; clockOffset: number }> {
  const key = { organisationId: record.organisation_id, caseId: record.id, versionId: consent.id };
  const event = await lastEvent(db, key, 'CONSENT_SENT');
  if (event?.deviceAt == null) return { capturedAt: consent.sent_at, clockOffset: 0 };
  const offset = event.detail['clockOffset'];
  return { capturedAt: event.deviceAt, clockOffset: typeof offset === 'number' ? offset : 0 };
}
