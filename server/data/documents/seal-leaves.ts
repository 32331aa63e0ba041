import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { KINDS_WITHOUT_SEAL } from './sealed-kinds.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** A certificate whose seals are ours. */
export type SealLeafRow = Selectable<Tables['seal_leaves']>;

/** Lists a certificate, or notes that a listed one was used earlier or later than was known. In a transaction: the row is marked. */
export async function putLeaf(db: Db, row: Insertable<Tables['seal_leaves']>): Promise<void> {
  const facts = sql<SealLeafRow['facts']>`${[...row.facts]}::text[]`;
  await db
    .insertInto('seal_leaves')
    .values({ ...row, facts })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({
        first_used_at: sql`least(seal_leaves.first_used_at, excluded.first_used_at)`,
        last_used_at: sql`greatest(seal_leaves.last_used_at, excluded.last_used_at)`,
      }),
    )
    .execute();
}

/** All listed certificates. */
export function listedLeaves(db: Db): Promise<SealLeafRow[]> {
  return db.selectFrom('seal_leaves').selectAll().orderBy('first_used_at').orderBy('sha256').execute();
}

/**
 * How far the list was filled from stored documents. `isOpen`: servers of the build before may have sealed since; `at` ISO, of the first time.
 * Undefined before the first one.
 */
export type LeavesFilled = { readonly at: string; readonly isOpen: boolean };

const SETTING = 'sealLeavesFilled';

export async function leavesFilled(db: Db): Promise<LeavesFilled | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  const { at, isOpen } = (row?.value ?? {}) as Partial<LeavesFilled>;
  return typeof at === 'string' ? { at, isOpen: isOpen === true } : undefined;
}

export async function noteLeavesFilled(db: Db, filled: LeavesFilled): Promise<void> {
  const value = json<unknown>(filled);
  await db
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

type Place = { readonly organisation_id: string; readonly id: string };
/** A stored document that its timeline says was made here. */
export type TimelineDocument = Place & { readonly sha256: string; readonly bytes: Uint8Array; readonly made_at: string };

/** Sealed documents after one, in the order of their keys, which an event of their own version tells of. @param since - made then or later, ISO */
export async function documentsInTimelineAfter(
  db: Db,
  { after, since, most }: { after: Place | undefined; since: string; most: number },
): Promise<TimelineDocument[]> {
  let query = db
    .selectFrom('documents as d')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'd.organisation_id').onRef('v.id', '=', 'd.consent_id'),
    )
    .select(['d.organisation_id', 'd.id', 'd.sha256', 'd.bytes', 'd.made_at'])
    .where('d.made_at', '>=', since)
    .where('d.kind', 'not in', KINDS_WITHOUT_SEAL)
    .where((has) =>
      has.exists(
        has
          .selectFrom('timeline as t')
          .select('t.id')
          .whereRef('t.organisation_id', '=', 'v.organisation_id')
          .whereRef('t.case_id', '=', 'v.case_id')
          .whereRef('t.version_id', '=', 'v.id')
          .where(sql<boolean>`t.detail->>'sha256' = d.sha256`),
      ),
    );
  if (after !== undefined)
    query = query.where((has) => has(has.refTuple('d.organisation_id', 'd.id'), '>', has.tuple(after.organisation_id, after.id)));
  return query.orderBy('d.organisation_id').orderBy('d.id').limit(most).execute();
}
