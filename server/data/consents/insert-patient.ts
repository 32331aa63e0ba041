import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { instant } from '#server/data/open/values.ts';
import { asWritten, PREFIX, searchPrefix, type PatientInsert, type PatientRow } from './patients.ts';

/** A patient who was just entered; `alike`: the others who may be the same person, oldest record first. */
type EnteredPatient = { readonly row: PatientRow; readonly alike: readonly PatientRow[] };

/** So many records may share a number, or a name and a birth date, before further ones are left out. */
const ALIKE_MOST = 100;

/**
 * Enters a patient and finds the others who share a number, or the birth date and the folded last name, in one statement.
 *
 * @returns undefined when the organisation has a patient of this id already
 */
export async function insertPatient(db: Db, row: PatientInsert): Promise<EnteredPatient | undefined> {
  const found = await db
    .with('entered', (made) =>
      made
        .insertInto('patients')
        .values(asWritten(row))
        .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
        .returningAll(),
    )
    .selectFrom('entered')
    .selectAll('entered')
    .select(
      sql<PatientRow[]>`(select coalesce(jsonb_agg(to_jsonb(p) - 'search' order by p.created_at), '[]')
        from (${patientsAlike(db, row)}) as p)`.as('alike'),
    )
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { alike, ...entered } = found;
  // Times inside JSON come in the database's own form.
  const asRead = (each: PatientRow) => ({ ...each, created_at: instant(each.created_at), updated_at: instant(each.updated_at) });
  return { row: entered, alike: alike.map(asRead) };
}

/**
 * The others that share a number, or the birth date and the folded last name, oldest record first; with records that are merged into
 * others, and of each the record in use.
 */
function patientsAlike(
  db: Db,
  { organisation_id, id, nhs_number = null, hospital_number = null, date_of_birth, last_name }: PatientInsert,
) {
  const prefix = searchPrefix(last_name);
  const sharing = db
    .selectFrom('patients')
    .select(['id', 'survivor_id'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '!=', id)
    .where((has) =>
      has.or([
        ...(nhs_number === null ? [] : [has('nhs_number', '=', nhs_number)]),
        ...(hospital_number === null ? [] : [has('hospital_number', '=', hospital_number)]),
        has.and([
          has('date_of_birth', '=', date_of_birth),
          sql<boolean>`left(search, ${sql.lit(PREFIX)}) ~>=~ ${prefix} and left(search, ${sql.lit(PREFIX)}) ~<~ ${`${prefix}\u{10ffff}`}`,
        ]),
      ]),
    )
    .orderBy('created_at')
    .limit(ALIKE_MOST);
  return db
    .with('sharing', () => sharing)
    .selectFrom('patients')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', (ids) =>
      ids
        .selectFrom('sharing')
        .select('id')
        .union(
          ids
            .selectFrom('sharing')
            .select('survivor_id as id')
            .where('survivor_id', 'is not', null)
            .$narrowType<{ id: string }>(),
        ),
    )
    .orderBy('created_at');
}
