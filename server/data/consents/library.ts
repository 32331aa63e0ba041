import { Procedure } from '#domain/procedure.ts';
import type { ProcedureStatus } from '#domain/states.ts';
import type { Template } from '#domain/template.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { likeText, pageOf, type ResultPage } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables.ts';

export type ProcedureRow = Selectable<Tables['procedures']>;
export type TemplateRow = Selectable<Tables['templates']>;

export async function listProcedures(
  db: Db,
  organisationId: string,
  { search, status, ...page }: { search: string; status: ProcedureStatus | 'ALL' } & ResultPage,
) {
  let query = db.selectFrom('procedures').where('organisation_id', '=', organisationId).where('is_current', '=', true);
  if (status !== 'ALL') query = query.where('status', '=', status);
  if (search !== '')
    query = query.where((has) =>
      has.or([
        has(sql`lower(name)`, 'like', likeText(search.toLowerCase())),
        has(sql`lower(acronym)`, 'like', likeText(search.toLowerCase())),
        has(sql`lower(fields->>'speciality')`, 'like', likeText(search.toLowerCase())),
      ]),
    );
  return pageOf(db, { rows: query.selectAll().orderBy('name').orderBy('id'), all: query, isSearch: search !== '' }, page);
}

/** A procedure at one version, or at its present one. */
export async function procedureAt(
  db: Db,
  organisationId: string,
  { id, version }: { id: string; version?: number | undefined },
): Promise<ProcedureRow | undefined> {
  const query = db.selectFrom('procedures').selectAll().where('organisation_id', '=', organisationId).where('id', '=', id);
  return (version === undefined ? query.where('is_current', '=', true) : query.where('version', '=', version)).executeTakeFirst();
}

/** These procedures at the versions named, and each at its present one, in no order. */
export async function proceduresOf(
  db: Db,
  organisationId: string,
  wanted: readonly { id: string; version: number }[],
): Promise<ProcedureRow[]> {
  if (wanted.length === 0) return [];
  return db
    .selectFrom('procedures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where(
      'id',
      'in',
      wanted.map(({ id }) => id),
    )
    .where((has) =>
      has.or([
        has('is_current', '=', true),
        has(
          'version',
          'in',
          wanted.map(({ version }) => version),
        ),
      ]),
    )
    .execute();
}

/** The present versions of these templates, in no order. */
export async function templatesByIds(db: Db, organisationId: string, ids: readonly string[]): Promise<TemplateRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('templates')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .where('is_current', '=', true)
    .execute();
}

export async function listTemplates(db: Db, organisationId: string, { search, ...page }: { search: string } & ResultPage) {
  let query = db.selectFrom('templates').where('organisation_id', '=', organisationId).where('is_current', '=', true);
  if (search !== '')
    query = query.where((has) =>
      has.or([
        has(sql`lower(name)`, 'like', likeText(search.toLowerCase())),
        has(sql`lower(form_type)`, 'like', likeText(search.toLowerCase())),
      ]),
    );
  return pageOf(db, { rows: query.selectAll().orderBy('name').orderBy('id'), all: query, isSearch: search !== '' }, page);
}

async function templateById(db: Db, organisationId: string, id: string): Promise<TemplateRow | undefined> {
  return (await templatesByIds(db, organisationId, [id]))[0];
}

/** As {@link templateById}, at one version where it is named: old versions are never deleted. */
export async function templateAt(
  db: Db,
  organisationId: string,
  { id, version }: { id: string; version: number | undefined },
): Promise<TemplateRow | undefined> {
  if (version === undefined) return templateById(db, organisationId, id);
  return db
    .selectFrom('templates')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
}

export function presentProcedure(row: ProcedureRow): Procedure {
  return {
    ...row.fields,
    procedureID: row.id,
    version: row.version,
    status: row.status,
    clinicallyReviewed: row.clinically_reviewed,
  };
}

export function presentTemplate(row: TemplateRow): Template {
  return {
    _id: row.id,
    name: row.name,
    formType: row.form_type,
    speciality: row.speciality,
    version: row.version,
    revision: row.version,
    changedAt: row.created_at,
    changedBy: row.author_name,
    data: row.nodes,
  };
}
