import { sql } from 'kysely';
import type { ConsentKey } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';

/** Those of these versions that ended with a no of which the paper is sealed. */
export async function versionsWithRefusal(
  db: Db,
  { organisationId, ids }: { organisationId: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('documents')
    .select('consent_id')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', ids)
    .where('kind', '=', 'REFUSAL')
    .execute();
  return new Set(rows.map(({ consent_id: id }) => id));
}

/** The newest event of a version. */
function newestOfVersion(db: Db, { organisationId, id }: ConsentKey) {
  return db
    .selectFrom('timeline as t')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 't.organisation_id').onRef('v.case_id', '=', 't.case_id'),
    )
    .select(['t.at', 't.device_at as deviceAt'])
    .where('v.organisation_id', '=', organisationId)
    .where('v.id', '=', id)
    .where('t.version_id', '=', id)
    .orderBy('t.seq', 'desc')
    .limit(1);
}

/** When a version ended with a no, ISO; undefined for one that did not. Of several signers one may say no without ending the form. */
export async function refusedAt(db: Db, key: ConsentKey): Promise<string | undefined> {
  const event = await newestOfVersion(db, key)
    .where('t.type', '=', 'DECLINED')
    .where(sql<boolean>`t.detail->>'goesOn' is distinct from 'true'`)
    .executeTakeFirst();
  return event?.at;
}

/** When the signer at this place said no, by their own device where it was queued there, ISO; undefined where no event tells it. */
export async function signerDeclinedAt(
  db: Db,
  { order, ...key }: ConsentKey & { readonly order: number },
): Promise<string | undefined> {
  const event = await newestOfVersion(db, key)
    .where('t.type', 'in', ['DECLINED', 'CHILD_SAID_NO'])
    .where(sql<boolean>`t.detail->>'order' = ${String(order)}`)
    .executeTakeFirst();
  return event && (event.deviceAt ?? event.at);
}
