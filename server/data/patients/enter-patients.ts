import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { instant } from '#server/data/values.ts';
import { PREFIX, searchPrefix } from '#server/data/patient-search.ts';
import type { PatientInsert, PatientRow } from './patients.ts';

/** A patient who was just entered; `alike`: the others who may be the same person, oldest record first. */
export type EnteredPatient = { readonly row: PatientRow; readonly alike: readonly PatientRow[] };

/** So many records may share a number, or a name and a birth date, before further ones are left out. */
const ALIKE_RECORDS_MOST = 100;

/**
 * Enters patients of one organisation and finds for each the others who share a number, or the birth date and the folded last name, in
 * one statement: of each the oldest, so that one with many takes none away from another. Those entered by the same statement are not
 * found.
 *
 * @param rows - at least one; all with the same columns
 * @returns by id; without those whose id the organisation has already
 */
export async function enterPatients(db: Db, rows: readonly PatientInsert[]): Promise<ReadonlyMap<string, EnteredPatient>> {
  const { rows: found } = await sql<PatientRow & { alike: PatientRow[] }>`
    with entered as (${insertOf(rows)} returning *), named as (select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => searchPrefix(row.last_name))}::text[]) as n(id, prefix))
    select e.*, (select coalesce(jsonb_agg(to_jsonb(p) - 'search' order by p.created_at), '[]') from (${alikeOf('e', 'n')}) as p) as alike
    from entered as e join named as n on n.id = e.id`.execute(db);
  // Times inside JSON come in the database's own form.
  const asRead = (each: PatientRow) => ({ ...each, created_at: instant(each.created_at), updated_at: instant(each.updated_at) });
  return new Map(found.map(({ alike, ...row }) => [row.id, { row, alike: alike.map(asRead) }]));
}

/**
 * The others that may be the person of a record, as {@link enterPatients} finds them for a new one.
 *
 * @param patient - any row of the organisation
 */
export async function patientsAlike(
  db: Db,
  { organisation_id, id, last_name }: Pick<PatientRow, 'organisation_id' | 'id' | 'last_name'>,
): Promise<PatientRow[]> {
  const { rows } = await sql<PatientRow>`
    with named as (select ${id}::uuid as id, ${searchPrefix(last_name)}::text as prefix)
    select alike.* from patients as e join named as n on n.id = e.id cross join lateral (${alikeOf('e', 'n')}) as alike
    where e.organisation_id = ${organisation_id} order by alike.created_at`.execute(db);
  return rows;
}

/** The insert of patients whose ids the organisation does not have yet. @param rows - at least one; all with the same columns */
export function insertOf(rows: readonly PatientInsert[]) {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  return sql`insert into patients (${columns}) select ${columns} from jsonb_populate_recordset(null::patients, ${json(rows)})
    on conflict (organisation_id, id) do nothing`;
}

/**
 * The others that share a number, or the birth date and the folded last name, oldest record first; with records that are merged into
 * others, and of each the record in use.
 *
 * @param own - alias of the entered row in the statement around
 * @param named - alias of the row with its id and prefix
 */
function alikeOf(own: string, named: string) {
  const of = (column: string) => sql.ref(`${own}.${column}`);
  const prefix = sql.ref(`${named}.prefix`);
  const indexed = sql`left(o.search, ${sql.lit(PREFIX)})`;
  const sharing = (condition: RawBuilder<unknown>) => sql`select o.id, o.survivor_id, o.created_at from patients as o
    where o.organisation_id = ${of('organisation_id')} and ${condition}`;
  // As it is written too: a server of an earlier build gives its rows no key. By index, whatever is estimated: a way into the table for each number, and one for each id that was found.
  return sql`
    with sharing as (
      select id, survivor_id from (
        ${sharing(sql`o.nhs_number = ${of('nhs_number')}`)}
        union ${sharing(sql`o.hospital_key = ${of('hospital_key')}`)}
        union ${sharing(sql`o.hospital_number = ${of('hospital_number')}`)}
        union ${sharing(sql`o.date_of_birth = ${of('date_of_birth')} and ${indexed} ~>=~ ${prefix}
          and ${indexed} ~<~ (${prefix} || chr(1114111))`)}
      ) as any_of where id <> ${of('id')} order by created_at limit ${sql.lit(ALIKE_RECORDS_MOST)}
    )
    select s.* from (select id from sharing union select survivor_id from sharing where survivor_id is not null) as ids
    cross join lateral (select * from patients where organisation_id = ${of('organisation_id')} and id = ids.id limit 1) as s`;
}
