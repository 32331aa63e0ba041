import { sql } from 'kysely';
import { isOfReferrer } from '#server/data/cases/cases.ts';
import type { Db } from '#server/data/db.ts';

type Question = {
  organisationId: string;
  /** of cases and patients */
  ids: readonly string[];
  /** people who only refer */
  referrerIds: readonly string[];
};

/**
 * The ids among these that people who only refer may learn of: cases whose referral is theirs, also an ended one, and patients of those
 * that have not ended. One statement for all of them.
 */
export async function visibleIds(
  db: Db,
  { organisationId, ids, referrerIds }: Question,
): Promise<readonly { readonly userId: string; readonly id: string }[]> {
  const { rows } = await sql<{ userId: string; id: string }>`
    select r.id as "userId", c.id from unnest(${[...referrerIds]}::uuid[]) as r(id) join cases c on c.organisation_id = ${organisationId}
        and c.id = any(${[...ids]}::uuid[]) and c.deleted_at is null and ${isOfReferrer(sql.ref('r.id'), true)}
    union select r.id, c.patient_id from unnest(${[...referrerIds]}::uuid[]) as r(id) join cases c on c.organisation_id = ${organisationId}
        and c.patient_id = any(${[...ids]}::uuid[]) and c.deleted_at is null and ${isOfReferrer(sql.ref('r.id'))}`.execute(db);
  return rows;
}
