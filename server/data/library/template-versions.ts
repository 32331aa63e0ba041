import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { TemplateTranslation } from '#domain/templates/template-translation.ts';
import { json } from '#server/data/json.ts';
import type { Db } from '#server/data/db.ts';
import { pageOf, type ResultPage } from '#server/data/paging.ts';
import type { TemplateRow } from './library.ts';
import { lockVersions } from '#server/data/consents/version-lock.ts';

type At = { readonly organisationId: string; readonly id: string };

/** A version of a template that is about to be stored. */
export type NewVersion = {
  readonly version: number;
  readonly name: string;
  readonly formType: FormType;
  readonly speciality: string | null;
  readonly nodes: TemplateNode[];
  readonly translations: readonly TemplateTranslation[];
  readonly choices: readonly ChoiceDetail[] | null;
  readonly author: { readonly id: string; readonly name: string };
  readonly now: string;
};

/** The present version, locked so that no other change comes between; undefined for an unknown or a deleted template. */
export async function lockTemplate(db: Db, { organisationId, id }: At): Promise<TemplateRow | undefined> {
  await lockVersions(db, 'templates', { organisationId, id });
  return db
    .selectFrom('templates')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('is_current', '=', true)
    .executeTakeFirst();
}

/** Stores a version and makes it the present one. */
export async function insertTemplateVersion(db: Db, { organisationId, id }: At, version: NewVersion): Promise<TemplateRow> {
  const { author, formType, nodes, translations, choices, now, ...fields } = version;
  if (version.version > 1) await endPresent(db, { organisationId, id }, {});
  return db
    .insertInto('templates')
    .values({
      ...fields,
      organisation_id: organisationId,
      id,
      is_current: true,
      form_type: formType,
      nodes: json(nodes),
      translations: json([...translations]),
      choices: choices === null || choices.length === 0 ? null : json([...choices]),
      created_at: now,
      author_id: author.id,
      author_name: author.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes a template off the list; its versions stay. @returns whether it was on it */
export async function deleteTemplate(db: Db, at: At, { userId, now }: { userId: string; now: string }): Promise<boolean> {
  await lockVersions(db, 'templates', at);
  return endPresent(db, at, { deleted_at: now, deleted_by: userId });
}

async function endPresent(
  db: Db,
  { organisationId, id }: At,
  noted: { deleted_at?: string; deleted_by?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('templates')
    .set({ is_current: false, ...noted })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('is_current', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The versions of one template, the newest first; a deleted one's too. */
export async function listVersions(db: Db, { organisationId, id }: At, page: ResultPage) {
  const query = db.selectFrom('templates').where('organisation_id', '=', organisationId).where('id', '=', id);
  return pageOf(db, { rows: query.selectAll().orderBy('version', 'desc'), all: query }, page);
}

/** The last version of a template, also of a deleted one: forms that a tablet made before name it still. Undefined for an unknown id. */
export async function lastTemplate(db: Db, { organisationId, id }: At): Promise<Pick<TemplateRow, 'id' | 'choices'> | undefined> {
  return db
    .selectFrom('templates')
    .select(['id', 'choices'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
