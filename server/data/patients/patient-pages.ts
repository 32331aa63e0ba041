import { sql } from 'kysely';
import { isOurs, type ChainHead, type ChainKey, type ChainRef } from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import type { PatientChangeRow } from './patient-changes.ts';
import type { PatientRow } from './patients.ts';

/** Patients that are read at once with their histories: of each a few lines. */
const PATIENTS_AT_ONCE = 200;

/** A patient with the whole history and its recorded end. `survivorOf`: the record in use by the record that a merge names. */
export type StoredPatient = {
  readonly row: PatientRow;
  readonly lines: readonly PatientChangeRow[];
  readonly head: ChainHead | undefined;
  readonly survivorOf: string | null;
};

/** The next patients of the whole database after one, with their histories. `db` is one snapshot. */
export async function patientsAfter(
  db: Db,
  key: ChainKey,
  after: Pick<PatientRow, 'organisation_id' | 'id'> | undefined,
): Promise<StoredPatient[]> {
  let query = patients(db);
  if (after !== undefined)
    query = query.where((has) => has(has.refTuple('p.organisation_id', 'p.id'), '>', has.tuple(after.organisation_id, after.id)));
  return withHistories(db, key, await query.orderBy('p.organisation_id').orderBy('p.id').limit(PATIENTS_AT_ONCE).execute());
}

/** One patient with the history; undefined for an unknown one. */
export async function storedPatient(
  db: Db,
  key: ChainKey,
  { organisation_id, id }: Pick<PatientRow, 'organisation_id' | 'id'>,
): Promise<StoredPatient | undefined> {
  const rows = await patients(db).where('p.organisation_id', '=', organisation_id).where('p.id', '=', id).execute();
  return (await withHistories(db, key, rows))[0];
}

const patients = (db: Db) => db.selectFrom('patients as p').selectAll('p').select(survivorOf.as('survivor_of'));

async function withHistories(
  db: Db,
  key: ChainKey,
  rows: readonly (PatientRow & { survivor_of: string | null })[],
): Promise<StoredPatient[]> {
  const found: StoredPatient[] = [];
  for (const organisationId of new Set(rows.map((row) => row.organisation_id))) {
    const own = rows.filter((row) => row.organisation_id === organisationId);
    const ids = own.map(({ id }) => id);
    const lines = await linesOf(db, organisationId, ids);
    const heads = await headsOf(db, organisationId, ids);
    for (const { survivor_of: survivorOfIt, ...row } of own) {
      const head = heads.get(row.id);
      found.push({
        row,
        lines: lines.get(row.id) ?? [],
        head: head && { ...head, isOurs: isOurs(key, head) },
        survivorOf: survivorOfIt,
      });
    }
  }
  return found;
}

const survivorOf = sql<string | null>`(select coalesce(q.survivor_id, q.id) from patients q
  where q.organisation_id = p.organisation_id and q.id = p.merged_into)`;

async function linesOf(db: Db, organisationId: string, ids: readonly string[]): Promise<Map<string, PatientChangeRow[]>> {
  const rows = await db
    .selectFrom('patient_changes')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('patient_id', 'in', ids)
    .orderBy('patient_id')
    .orderBy('seq')
    .execute();
  const found = new Map<string, PatientChangeRow[]>();
  for (const row of rows) found.set(row.patient_id, [...(found.get(row.patient_id) ?? []), row]);
  return found;
}

async function headsOf(db: Db, organisationId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('chain_heads')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('chain', '=', 'PATIENT')
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ends that are read at once. */
const ENDS_AT_ONCE = 1000;

/**
 * The next recorded ends, after one, of cases and patients that are not there: nothing but the deletion of a whole record takes one away,
 * and its ends with it.
 */
export async function endsOfNothing(db: Db, after: ChainRef | undefined): Promise<ChainRef[]> {
  let query = db
    .selectFrom('chain_heads as h')
    .select(['h.organisation_id', 'h.chain', 'h.id'])
    .where((is) =>
      is.or([
        is.and([
          is('h.chain', '=', 'TIMELINE'),
          is.not(is.exists(sql`(select from cases c where c.organisation_id = h.organisation_id and c.id = h.id)`)),
        ]),
        is.and([
          is('h.chain', '=', 'PATIENT'),
          is.not(is.exists(sql`(select from patients p where p.organisation_id = h.organisation_id and p.id = h.id)`)),
        ]),
      ]),
    )
    .orderBy('h.organisation_id')
    .orderBy('h.chain')
    .orderBy('h.id')
    .limit(ENDS_AT_ONCE);
  if (after !== undefined)
    query = query.where((has) =>
      has(has.refTuple('h.organisation_id', 'h.chain', 'h.id'), '>', has.tuple(after.organisation_id, after.chain, after.id)),
    );
  return query.execute();
}
