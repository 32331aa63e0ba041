import type { CaseEnded } from '#domain/cases/case-end.ts';
import { contentAsShown } from '#domain/consents/content-as-shown.ts';
import { isOfKnownShape } from '#domain/consents/digest.ts';
import type { StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type ConsentRow = Selectable<Tables['consents']>;
type NewConsent = Insertable<Tables['consents']>;
export type ConsentKey = { organisationId: string; id: string };

/** Versions `v` that a reader may see, deleted ones never. */
export const visibleConsents = (db: Db, { organisationId, clinicianId, referrerId }: CaseVisibility) => {
  let all = db.selectFrom('consents as v').where('v.organisation_id', '=', organisationId).where('v.deleted_at', 'is', null);
  if (clinicianId !== undefined) all = all.where('v.clinician_id', '=', clinicianId);
  if (referrerId === undefined) return all;
  return all.where('v.case_id', 'in', visibleCases(db, { organisationId, clinicianId: undefined, referrerId }).select('c.id'));
};

export async function consentById(db: Db, reach: CaseVisibility, id: string): Promise<ConsentRow | undefined> {
  const row = await visibleConsents(db, reach).selectAll('v').where('v.id', '=', id).executeTakeFirst();
  return row && asShown(row);
}

/** The clinicians who sign these versions, and when all had signed; of undeleted ones alone. */
export async function signingOf(
  db: Db,
  organisationId: string,
  ids: readonly string[],
): Promise<Pick<ConsentRow, 'id' | 'clinician_id' | 'signed_at'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('consents')
    .select(['id', 'clinician_id', 'signed_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

/** A version as everybody reads it: of one that was sent, what its signers were shown, whatever the draft beside it says. */
export function asShown<Row extends ConsentRow>(row: Row): Row {
  const { pinned, content, sent_at: sentAt } = row;
  if (pinned === null || !isOfKnownShape(pinned)) return row;
  return { ...row, form_type: pinned.formType, content: contentAsShown(content, { pinned, sentAt }) };
}

/** Whether an id is taken, also by a version that was deleted. */
export async function isConsentKnown(db: Db, { organisationId, id }: ConsentKey): Promise<boolean> {
  const row = await db
    .selectFrom('consents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The versions of a case, newest first. */
export async function consentsOfCase(db: Db, organisationId: string, caseId: string): Promise<ConsentRow[]> {
  const rows = await visibleConsents(db, { organisationId, clinicianId: undefined })
    .selectAll('v')
    .where('v.case_id', '=', caseId)
    .orderBy('v.version_number', 'desc')
    .execute();
  return rows.map(asShown);
}

/** A version as the verify page judges it; `operator_id` and `ended` of its case. */
export type VerifiedRow = ConsentRow & { operator_id: string | null; ended: CaseEnded | null };

export async function consentByCode(db: Db, code: string): Promise<VerifiedRow | undefined> {
  const row = await db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .selectAll('v')
    .select(['c.operator_id', 'c.ended'])
    .where('v.verify_code', '=', code)
    .executeTakeFirst();
  return row && asShown(row);
}

type Draft = Pick<
  ConsentRow,
  | 'organisation_id'
  | 'id'
  | 'case_id'
  | 'previous_id'
  | 'version_number'
  | 'form_type'
  | 'content'
  | 'old_procedures'
  | 'active_tab'
  | 'clinician_id'
> & { now: string };

/** Inserts a new draft, not sent, signed or sealed. */
export async function insertDraft(db: Db, { now, ...draft }: Draft): Promise<void> {
  await insertConsent(db, {
    ...draft,
    status: 'DRAFT',
    seal_state: 'NONE',
    pinned: null,
    digest: null,
    verify_code: null,
    version: 1,
    created_at: now,
    updated_at: now,
    sent_at: null,
    signed_at: null,
    sealed_at: null,
    deleted_at: null,
  });
}

async function insertConsent(db: Db, row: NewConsent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ ...row, content: json(row.content), old_procedures: json(row.old_procedures), pinned: null })
    .execute();
}

/** Changes a version and increases its version number by one; returns the new number. */
export async function updateConsentRow(
  db: Db,
  { organisationId, id }: ConsentKey,
  change: Omit<Updateable<Tables['consents']>, 'version' | 'origin' | 'imported_signers'>,
): Promise<number> {
  const { content, pinned, letterhead, old_procedures, confirmation, disagreement, ...marks } = change;
  const { identity_checks, talks, later_answers, both_meant, ...rest } = marks;
  const row = await db
    .updateTable('consents')
    .set((has) => ({
      ...rest,
      ...(content === undefined ? {} : { content: json(content) }),
      ...(old_procedures === undefined ? {} : { old_procedures: json(old_procedures) }),
      ...(pinned === undefined ? {} : { pinned: pinned === null ? null : json(pinned) }),
      ...(letterhead === undefined ? {} : { letterhead: letterhead === null ? null : json(letterhead) }),
      ...(confirmation === undefined ? {} : { confirmation: confirmation === null ? null : json(confirmation) }),
      ...(disagreement === undefined ? {} : { disagreement: disagreement === null ? null : json(disagreement) }),
      ...(identity_checks === undefined ? {} : { identity_checks: json(identity_checks) }),
      ...(talks === undefined ? {} : { talks: json(talks) }),
      ...(later_answers === undefined ? {} : { later_answers: json(later_answers) }),
      ...(both_meant === undefined ? {} : { both_meant: json(both_meant) }),
      version: has('version', '+', 1),
    }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Writes the answers after the signature beside a change of the version, whose number that change increases. */
export async function replaceLaterAnswers(
  db: Db,
  { organisationId, id }: ConsentKey,
  answers: StoredLaterAnswers[],
): Promise<void> {
  await db
    .updateTable('consents')
    .set({ later_answers: json(answers) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Empties the earlier procedures of the versions that were opened from this one. What was pinned is evidence, and stays. */
export async function forgetOldProcedures(db: Db, key: { organisationId: string; id: string }, now: string): Promise<void> {
  await db
    .updateTable('consents')
    .set((has) => ({ old_procedures: json([]), version: has('version', '+', 1), updated_at: now }))
    .where('organisation_id', '=', key.organisationId)
    .where('previous_id', '=', key.id)
    .execute();
}

/** How many cases stand in each status; every status is named. Those that have ended, and wait for nobody, are counted in none. */
export async function countByStatus(
  db: Db,
  reach: CaseVisibility,
  since: string | undefined,
): Promise<Record<CaseStatus, number>> {
  let query = visibleCases(db, reach).where('c.is_left_out', '=', false);
  if (since !== undefined) query = query.where('c.updated_at', '>=', since);
  const rows = await query
    .select(['c.status', (has) => has.fn.countAll<number>().as('count')])
    .groupBy('c.status')
    .execute();
  return sumsOf(
    CASE_STATUSES,
    rows.map(({ status, count }) => [status, count]),
  );
}

/** The counts of each status added up; a count without one is left out. */
export function sumsOf<S extends string>(
  statuses: readonly S[],
  counts: readonly (readonly [S | null, number])[],
): Record<S, number> {
  // fromEntries loses the type of its keys.
  return Object.fromEntries(
    statuses.map((status) => [status, counts.reduce((sum, [of, count]) => (of === status ? sum + count : sum), 0)]),
  ) as Record<S, number>;
}

/** The versions of these cases that were recorded in error because they were about another patient. */
export async function wrongPatientVersions(db: Db, organisationId: string, caseIds: readonly string[]): Promise<Set<string>> {
  if (caseIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('consents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('case_id', 'in', caseIds)
    .where('status', '=', 'VOIDED')
    .where('void_kind', '=', 'WRONG_PATIENT')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the versions of a case, or one of them. A version that was deleted before keeps its time. @param id - absent: all of them */
export async function deleteVersions(
  db: Db,
  { organisationId, caseId, id, now }: { organisationId: string; caseId: string; id: string | undefined; now: string },
): Promise<void> {
  let query = db
    .updateTable('consents')
    .set({ deleted_at: now })
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null);
  if (id !== undefined) query = query.where('id', '=', id);
  await query.execute();
}

/** The highest number of a version of a case, a deleted one's too: a number is used once. */
export async function lastVersionNumber(db: Db, organisationId: string, caseId: string): Promise<number> {
  const row = await db
    .selectFrom('consents')
    .select(({ fn }) => fn.max('version_number').as('last'))
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .executeTakeFirst();
  return row?.last ?? 0;
}
