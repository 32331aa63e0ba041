import type { Letterhead } from '#domain/organisation/organisation.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { HOLDING_ORGANISATION } from './holding-organisation.ts';

export type OrganisationRow = Selectable<Tables['organisations']>;

/** Every organisation but the holding one, the oldest first. */
const all = (db: Db) =>
  db.selectFrom('organisations').where('id', '!=', HOLDING_ORGANISATION).orderBy('created_at').orderBy('id');

/** The organisations that use this product, by name. */
export async function listOrganisations(db: Db): Promise<{ _id: string; name: string }[]> {
  return db
    .selectFrom('organisations')
    .select(['id as _id', 'name'])
    .where('id', '!=', HOLDING_ORGANISATION)
    .where('ended_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Every organisation, ended ones as well, the oldest first. */
export async function allOrganisations(db: Db): Promise<OrganisationRow[]> {
  return all(db).selectAll().execute();
}

/** An organisation, with the oldest of all beside it. @throws NoResultError for an unknown one */
export async function organisationById(db: Db, id: string): Promise<OrganisationRow & { first_id: string }> {
  return db
    .selectFrom('organisations')
    .selectAll()
    .select(all(db).select('id').limit(1).$asScalar().$notNull().as('first_id'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** An organisation, locked until this transaction ends; undefined for an unknown one. */
export async function lockOrganisation(db: Db, id: string): Promise<OrganisationRow | undefined> {
  return all(db).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Changes an organisation and increases its version by one. */
export async function updateOrganisation(
  db: Db,
  id: string,
  change: Omit<Updateable<Tables['organisations']>, 'id' | 'version'>,
): Promise<void> {
  await db
    .updateTable('organisations')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The letterhead of a document drawn today. @throws NoResultError for an unknown organisation */
export async function presentLetterhead(db: Db, id: string): Promise<Letterhead> {
  return db
    .selectFrom('organisations')
    .select(['name', 'address', 'logo_id as logoId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The oldest organisation; `undefined` in an empty database. */
export async function firstOrganisation(db: Db): Promise<{ id: string; name: string } | undefined> {
  return all(db).select(['id', 'name']).executeTakeFirst();
}

/** Up to 20 organisations whose name contains the text, those first whose name starts with it. */
export async function searchOrganisations(db: Db, search: string): Promise<{ _id: string; name: string }[]> {
  const folded = foldForSearch(search);
  const fitting = (await listOrganisations(db)).filter(({ name }) => foldForSearch(name).includes(folded));
  const isFirst = ({ name }: { name: string }) => Number(foldForSearch(name).startsWith(folded));
  return fitting.toSorted((a, b) => isFirst(b) - isFirst(a)).slice(0, 20);
}
