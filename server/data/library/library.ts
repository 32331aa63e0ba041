import { PROCEDURE_TRANSLATION } from '#domain/library/procedure-texts.ts';
import { TEMPLATE_TRANSLATION } from '#domain/templates/template-translation.ts';
import { Procedure } from '#domain/library/procedure.ts';
import type { ProcedureStatus } from '#domain/library/procedure-status.ts';
import type { Template } from '#domain/templates/library-template.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { likeText, pageOf, type ResultPage } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type ProcedureRow = Selectable<Tables['procedures']>;
type NewestVersion = { version: number; status: ProcedureStatus; revision: number };
export type TemplateRow = Selectable<Tables['templates']>;

type ProcedureFilter = { search: string; status: ProcedureStatus | 'ALL' };

function matchingProcedures(db: Db, organisationId: string, { search, status }: ProcedureFilter) {
  return db
    .selectFrom('procedures')
    .where('organisation_id', '=', organisationId)
    .where((has) => {
      if (status === 'ACTIVE') return has('status', '=', status);
      if (status !== 'ALL') return has.and([has('is_current', '=', true), has('status', '=', status)]);
      return has.or([has('status', '=', 'ACTIVE'), has.and([has('is_current', '=', true), has.not(isServed)])]);
    })
    .$if(search !== '', (all) =>
      all.where((has) =>
        has.or([
          has(sql`lower(name)`, 'like', likeText(search.toLowerCase())),
          has(sql`lower(acronym)`, 'like', likeText(search.toLowerCase())),
          has(sql`lower(fields->>'speciality')`, 'like', likeText(search.toLowerCase())),
        ]),
      ),
    );
}

/** Each procedure once: the version in use, or else the newest; with a status, the versions in use or the newest that have it. */
export async function listProcedures(db: Db, organisationId: string, { search, status, ...page }: ProcedureFilter & ResultPage) {
  const query = matchingProcedures(db, organisationId, { search, status });
  const rows = query.selectAll().select(newestVersion).orderBy('name').orderBy('id');
  return pageOf(db, { rows, all: query, isSearch: search !== '' }, page);
}

/** A procedure as a line of a list: its texts and figures weigh more than all of its line. */
export type ProcedureLine = Pick<ProcedureRow, 'id' | 'version' | 'status' | 'name' | 'acronym' | 'clinically_reviewed'> & {
  newest: NewestVersion | null;
} & Pick<Procedure, 'speciality' | 'formTypes' | 'sideRequired' | 'codes' | 'reviewDate' | 'owner'>;

/** The lines of {@link listProcedures}, at most `most`. */
export async function procedureLines(
  db: Db,
  organisationId: string,
  filter: ProcedureFilter,
  most: number,
): Promise<ProcedureLine[]> {
  const query = matchingProcedures(db, organisationId, filter)
    .select(['id', 'version', 'status', 'name', 'acronym', 'clinically_reviewed', newestVersion])
    .select([
      sql<string>`fields->>'speciality'`.as('speciality'),
      sql<Procedure['formTypes']>`fields->'formTypes'`.as('formTypes'),
      sql<boolean>`cast(fields->>'sideRequired' as boolean)`.as('sideRequired'),
      sql<Procedure['codes']>`fields->'codes'`.as('codes'),
      sql<string | null>`fields->>'reviewDate'`.as('reviewDate'),
      sql<string | null>`fields->>'owner'`.as('owner'),
    ]);
  return query.orderBy('name').orderBy('id').limit(most).execute();
}

/** Whether a version of the row's procedure is in use. */
const isServed = sql<boolean>`exists (select from procedures s where s.organisation_id = procedures.organisation_id
  and s.id = procedures.id and s.status = 'ACTIVE')`;

/** The newest version of the row's procedure, where it is not the row itself. */
const newestVersion =
  sql<NewestVersion | null>`(select jsonb_build_object('version', n.version, 'status', n.status, 'revision', n.revision) from procedures n
  where n.organisation_id = procedures.organisation_id and n.id = procedures.id and n.is_current and not procedures.is_current)`.as(
    'newest',
  );

/** A procedure at one version; without one at the version in use, or else at the newest. */
export async function procedureAt(
  db: Db,
  organisationId: string,
  { id, version }: { id: string; version?: number | undefined },
): Promise<(ProcedureRow & { newest: NewestVersion | null }) | undefined> {
  const query = db
    .selectFrom('procedures')
    .selectAll()
    .select(newestVersion)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id);
  if (version !== undefined) return query.where('version', '=', version).executeTakeFirst();
  return query
    .where((has) => has.or([has('status', '=', 'ACTIVE'), has('is_current', '=', true)]))
    .orderBy('is_current')
    .executeTakeFirst();
}

/** A procedure at the version that consents use; undefined when none is in use. */
export async function servingProcedure(db: Db, organisationId: string, id: string): Promise<ProcedureRow | undefined> {
  return db
    .selectFrom('procedures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
}

/** Whether a form may have the text of this version: it is in use, or was until a newer one was published. */
export function isUsable({ status, superseded_at }: Pick<ProcedureRow, 'status' | 'superseded_at'>): boolean {
  return status === 'ACTIVE' || superseded_at !== null;
}

/** These procedures at the versions named, and each at the one in use, in no order. */
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
        has('status', '=', 'ACTIVE'),
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

export function presentProcedure(row: ProcedureRow & { newest?: NewestVersion | null }): Procedure {
  return {
    ...row.fields,
    translations: (row.fields.translations ?? []).filter(PROCEDURE_TRANSLATION.hasTexts),
    procedureID: row.id,
    version: row.version,
    revision: row.newest?.revision ?? row.revision,
    status: row.status,
    clinicallyReviewed: row.clinically_reviewed,
    newest: row.newest ? { version: row.newest.version, status: row.newest.status } : null,
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
    ...(row.choices === null ? {} : { choices: row.choices }),
    translations: row.translations.filter(TEMPLATE_TRANSLATION.hasTexts),
  };
}
