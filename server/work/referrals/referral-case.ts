import { isMoveOf, type ReferralMove, type ReferralSide, type ReferralStatus } from '#domain/referrals/referral.ts';
import type { EventTypeOf } from '#domain/cases/event-actors.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { Refused } from '#server/api-error.ts';
import { lockCase, type CaseRow } from '#server/data/cases/cases.ts';
import { isAddressee } from '#server/data/referrals/referrals.ts';
import { addEvent, timeInCase } from '#server/data/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Capture } from '#server/http/capture.ts';
import { referralVisibility } from '#server/policies/visibility.ts';
import { staffAuthor } from '#server/work/cases/event-by.ts';

export type Working = { db: Db; actor: StaffActor; now: string; deps: Deps; capture?: Capture };

/** The locked case of a referral with its status, and the sides on which the actor is. */
export type OpenReferral = Working & { record: CaseRow; status: ReferralStatus; sides: readonly ReferralSide[] };

/** Locks the case of a referral. @throws Refused NOT_FOUND for one that the actor may not see, and for a case that nobody referred */
export async function openReferral(working: Working, recordID: string): Promise<OpenReferral> {
  const { db, actor, now } = working;
  const record = await lockCase(db, referralVisibility(actor), recordID);
  if (record?.referral_status == null) throw new Refused('NOT_FOUND');
  return {
    ...working,
    // A clock that was set back must not turn the order of a case around.
    now: await timeInCase(db, { organisationId: record.organisation_id, id: record.id }, now),
    record,
    status: record.referral_status,
    sides: await sidesOf(db, actor, record),
  };
}

/** The sides of a referral on which somebody is: they wrote it, or review and it is for them or their speciality. */
export async function sidesOf(db: Db, actor: StaffActor, record: Pick<CaseRow, 'id' | 'referred_by'>): Promise<ReferralSide[]> {
  const may = (permission: 'referrals.write' | 'referrals.review') => actor.permissions.includes(permission);
  const sides: ReferralSide[] = may('referrals.write') && record.referred_by === actor.userId ? ['REFERRER'] : [];
  const key = { organisationId: actor.organisationId, id: record.id };
  return may('referrals.review') && (await isAddressee(db, key, actor.userId)) ? [...sides, 'ADDRESSEE'] : sides;
}

/** @throws Refused FORBIDDEN for somebody who is not on a side that may take this move */
export function refuseOtherSide({ sides }: OpenReferral, move: ReferralMove): void {
  if (!isMoveOf(sides, move)) throw new Refused('FORBIDDEN');
}

/** Writes one event of a referral into the case's timeline; no version is concerned. */
export async function recordReferralEvent(
  { db, actor, now, deps }: Working,
  record: Pick<CaseRow, 'organisation_id' | 'id'>,
  { type, detail }: { type: EventTypeOf<'staff'>; detail?: TimelineEvent['detail'] },
): Promise<void> {
  await addEvent(
    db,
    { organisationId: record.organisation_id, caseId: record.id, chainKey: deps.chainKey },
    {
      id: deps.newId(),
      at: now,
      type,
      actor: staffAuthor(actor),
      versionId: null,
      ...(detail === undefined ? {} : { detail }),
    },
  );
}
