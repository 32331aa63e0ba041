import type { ProcedureDetails, ProcedureEvent } from '#domain/library/procedure.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { json } from '#server/data/json.ts';
import type { Db } from '#server/data/db.ts';
import type { ProcedureContent, Tables } from '#server/data/tables/tables.ts';
import { presentProcedure, procedureAt, type ProcedureRow } from './library.ts';
import { lockVersions } from '#server/data/consents/version-lock.ts';

/** The lines of a history that are shown, the newest ones. */
const HISTORY_MOST = 100;

/** The newest version and the one in use, locked until this transaction ends; undefined for an unknown procedure. */
export async function lockProcedure(
  db: Db,
  organisationId: string,
  id: string,
): Promise<{ newest: ProcedureRow; serving: ProcedureRow | undefined } | undefined> {
  await lockVersions(db, 'procedures', { organisationId, id });
  const rows = await db
    .selectFrom('procedures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where((has) => has.or([has('is_current', '=', true), has('status', '=', 'ACTIVE')]))
    .orderBy('version')
    .execute();
  const newest = rows.find((row) => row.is_current);
  return newest && { newest, serving: rows.find(({ status }) => status === 'ACTIVE') };
}

type NewVersion = Omit<Insertable<Tables['procedures']>, 'fields' | 'editors' | 'name' | 'acronym' | 'is_current'> & {
  fields: ProcedureContent;
  editors: readonly string[];
};

/** Stores a version as the newest one. The one before must have been {@link updateProcedureVersion | marked} as not the newest. */
export async function insertProcedureVersion(db: Db, { fields, editors, ...row }: NewVersion): Promise<void> {
  const columns = { name: fields.procedureName, acronym: fields.procedureAcronym, fields: json(fields) };
  await db
    .insertInto('procedures')
    .values({ ...row, ...columns, is_current: true, editors: json([...editors]) })
    .execute();
}

type VersionChange = Pick<
  Updateable<Tables['procedures']>,
  'is_current' | 'status' | 'clinically_reviewed' | 'published_at' | 'superseded_at' | 'revision'
> & { fields?: ProcedureContent; editors?: readonly string[] };

/** Changes one version. */
export async function updateProcedureVersion(
  db: Db,
  { organisation_id, id, version }: ProcedureRow,
  { fields, editors, ...change }: VersionChange,
): Promise<void> {
  const content = fields && { name: fields.procedureName, acronym: fields.procedureAcronym, fields: json(fields) };
  await db
    .updateTable('procedures')
    .set({ ...change, ...content, ...(editors && { editors: json([...editors]) }) })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** Adds a line to the history of a procedure. */
export async function insertProcedureEvent(
  db: Db,
  { fields, ...event }: Omit<Insertable<Tables['procedure_events']>, 'fields'> & { fields: readonly string[] },
): Promise<void> {
  await db
    .insertInto('procedure_events')
    .values({ ...event, fields: json([...fields]) })
    .execute();
}

/** A version as {@link procedureAt} finds it, with its editors and the history of its procedure. */
export async function procedureDetails(
  db: Db,
  organisationId: string,
  wanted: { id: string; version?: number | undefined },
): Promise<ProcedureDetails | undefined> {
  const row = await procedureAt(db, organisationId, wanted);
  if (row === undefined) return undefined;
  const events = await db
    .selectFrom('procedure_events')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('procedure_id', '=', wanted.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY_MOST)
    .execute();
  return { ...presentProcedure(row), editors: row.editors, history: events.map(presentEvent) };
}

function presentEvent(row: Selectable<Tables['procedure_events']>): ProcedureEvent {
  const { at, user_id: _id, user_name: name, type, version, fields, from_status: from, to_status: to, note } = row;
  return { at, by: { _id, name }, type, version, fields, from, to, note };
}
