import type { Referral } from '#contract/shapes/referral-shapes.ts';
import type { ReferredProcedure } from '#domain/referrals/referred-procedure.ts';
import { REFERRAL_STATUSES, type ReferralStatus } from '#domain/referrals/referral.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { instant } from '#server/data/values.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import { sumsOf } from '#server/data/consents/consents.ts';
import type { EndedReferral } from '#server/data/tables/referral-rows.ts';
import { nameOfUser } from '#server/data/user-names.ts';

export type ReferralRow = Selectable<Tables['referrals']>;
/** A referral with what its referrer is shown of case and patient once it has ended. */
export type ReferralOfCase = Referral & { ended: EndedReferral | null };
type CaseKey = { organisationId: string; id: string };

/** Referral, conversation and files of case `c` in its row: a list of cases is one statement. The bytes of the files stay where they are. */
export const referralOfCase = sql<ReferralOfCase | null>`case when c.referral_status is null
  then null else (select jsonb_build_object('status', c.referral_status, 'question', r.question, 'procedures', r.procedures,
    'answer', r.answer, 'submittedAt', r.submitted_at, 'ended', r.ended,
    'from', (select jsonb_build_object('_id', f.id, 'name', trim(f.first_name || ' ' || f.last_name)) from users f
      where f.organisation_id = c.organisation_id and f.id = c.referred_by),
    'to', jsonb_strip_nulls(jsonb_build_object('userId', c.referred_to,
      'name', ${nameOfUser('c', sql`c.referred_to`)},
      'speciality', (select s.name from specialities s where s.id = c.referred_speciality_id))),
    'messages', (select coalesce(jsonb_agg(jsonb_build_object('at', m.at, 'by', m.user_name, 'move', m.move, 'text', m.text) order by m.seq), '[]')
      from referral_messages m where m.organisation_id = c.organisation_id and m.case_id = c.id),
    'attachments', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.size, 'sha256', a.sha256,
      'by', a.user_name, 'at', a.at) order by a.at, a.id), '[]')
      from referral_attachments a where a.organisation_id = c.organisation_id and a.case_id = c.id))
    from referrals r where r.organisation_id = c.organisation_id and r.case_id = c.id) end`;

// Times inside JSON come in the database's own form.
export function referralAsRead<R extends Referral>(referral: R): R {
  return {
    ...referral,
    submittedAt: referral.submittedAt === null ? null : instant(referral.submittedAt),
    messages: referral.messages.map((each) => ({ ...each, at: instant(each.at) })),
    attachments: referral.attachments.map((each) => ({ ...each, at: instant(each.at) })),
  };
}

/** Those that a person wrote, and, where they review, those that are for them or their speciality and were submitted. */
export type MineOf = { readonly userId: string; readonly reviews: boolean };

/** Whether case `c` is a referral of this person. */
export function isReferralOf({ userId, reviews }: MineOf) {
  const own = sql<boolean>`c.referred_by = ${userId}`;
  return reviews ? sql<boolean>`(${own} or (c.referral_status <> 'DRAFT' and ${isFor(userId)}))` : own;
}

function isFor(userId: string) {
  return sql<boolean>`(c.referred_to = ${userId}
    or c.referred_speciality_id = (select me.speciality_id from users me where me.id = ${userId} and me.organisation_id = c.organisation_id))`;
}

/** Whether a case was referred to this person, by name or by speciality. */
export async function isAddressee(db: Db, { organisationId, id }: CaseKey, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cases as c')
    .select('c.id')
    .where('c.organisation_id', '=', organisationId)
    .where('c.id', '=', id)
    .where(isFor(userId))
    .executeTakeFirst();
  return row !== undefined;
}

/** How many referrals stand in each status. @param mine - absent counts all that the reader may see */
export async function countReferrals(
  db: Db,
  reach: CaseVisibility,
  { mine, since }: { mine: MineOf | undefined; since: string | undefined },
): Promise<Record<ReferralStatus, number>> {
  let query = visibleCases(db, reach).where('c.referral_status', 'is not', null);
  if (mine !== undefined) query = query.where(isReferralOf(mine));
  if (since !== undefined) query = query.where('c.updated_at', '>=', since);
  const rows = await query
    .select(['c.referral_status', (has) => has.fn.countAll<number>().as('count')])
    .groupBy('c.referral_status')
    .execute();
  return sumsOf(
    REFERRAL_STATUSES,
    rows.map(({ referral_status: status, count }) => [status, count]),
  );
}

/** The counts in the shape of the wire. */
export function referralAmounts(counts: Record<ReferralStatus, number>) {
  return {
    total: Object.values(counts).reduce((sum, each) => sum + each, 0),
    draft: counts.DRAFT,
    underReview: counts.UNDER_REVIEW,
    accepted: counts.ACCEPTED,
    moreInfo: counts.MORE_INFO,
    rejected: counts.REJECTED,
    closed: counts.CLOSED,
  };
}

export async function insertReferral(db: Db, row: Insertable<Tables['referrals']>): Promise<void> {
  await db
    .insertInto('referrals')
    .values({ ...row, procedures: json(row.procedures) })
    .execute();
}

/** The procedures that the referral of a case names; none where nobody referred it. */
export async function proceduresReferred(db: Db, { organisationId, id }: CaseKey): Promise<ReferredProcedure[]> {
  const row = await db
    .selectFrom('referrals')
    .select('procedures')
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', id)
    .executeTakeFirst();
  return row?.procedures ?? [];
}

export async function updateReferral(
  db: Db,
  { organisationId, id }: CaseKey,
  { ended, ...change }: Partial<Pick<ReferralRow, 'question' | 'answer' | 'submitted_at' | 'ended'>>,
): Promise<void> {
  const end = ended === undefined ? {} : { ended: ended === null ? null : json(ended) };
  await db
    .updateTable('referrals')
    .set({ ...change, ...end })
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', id)
    .execute();
}

/** Adds a message behind the others; the caller holds the case's row lock. */
export async function addMessage(db: Db, message: Omit<Insertable<Tables['referral_messages']>, 'seq'>): Promise<void> {
  await db
    .insertInto('referral_messages')
    .values({
      ...message,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from referral_messages
        where organisation_id = ${message.organisation_id} and case_id = ${message.case_id})`,
    })
    .execute();
}

type Attachment = Selectable<Tables['referral_attachments']>;

/** The files of a referral without their bytes. */
export async function attachmentsOf(db: Db, { organisationId, id }: CaseKey): Promise<Pick<Attachment, 'id' | 'sha256'>[]> {
  return db
    .selectFrom('referral_attachments')
    .select(['id', 'sha256'])
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', id)
    .execute();
}

export async function insertAttachment(db: Db, row: Insertable<Tables['referral_attachments']>): Promise<void> {
  await db.insertInto('referral_attachments').values(row).execute();
}

/** A file of a referral that a reader may see. */
export async function attachmentById(db: Db, reach: CaseVisibility, id: string): Promise<Attachment | undefined> {
  return db
    .selectFrom('referral_attachments as a')
    .selectAll('a')
    .where('a.organisation_id', '=', reach.organisationId)
    .where('a.id', '=', id)
    .where('a.case_id', 'in', visibleCases(db, reach).select('c.id'))
    .executeTakeFirst();
}
