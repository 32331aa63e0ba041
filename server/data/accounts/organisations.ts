import { foldForSearch } from '#domain/search-text.ts';
import type { Db } from '#server/data/db.ts';
import { HOLDING_ORGANISATION } from './holding-organisation.ts';

/** The organisations that use this product, by name. */
export async function listOrganisations(db: Db): Promise<{ _id: string; name: string }[]> {
  return db
    .selectFrom('organisations')
    .select(['id as _id', 'name'])
    .where('id', '!=', HOLDING_ORGANISATION)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** The name of an organisation. @throws NoResultError for an unknown one */
export async function organisationName(db: Db, id: string): Promise<string> {
  return (await db.selectFrom('organisations').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}

/** The name of the oldest organisation; `undefined` in an empty database. */
export async function firstOrganisation(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom('organisations')
    .select('name')
    .where('id', '!=', HOLDING_ORGANISATION)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return first?.name;
}

/** Up to 20 organisations whose name contains the text, those first whose name starts with it. */
export async function searchOrganisations(db: Db, search: string): Promise<{ _id: string; name: string }[]> {
  const folded = foldForSearch(search);
  const fitting = (await listOrganisations(db)).filter(({ name }) => foldForSearch(name).includes(folded));
  const isFirst = ({ name }: { name: string }) => Number(foldForSearch(name).startsWith(folded));
  return fitting.toSorted((a, b) => isFirst(b) - isFirst(a)).slice(0, 20);
}
