import { missingSetup, phoneForPatients, type MessageSetup } from '#domain/organisation/message-setup.ts';
import { supportWords, type Letterhead } from '#domain/organisation/organisation.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
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

/** An organisation, or the first one without an id; undefined for an unknown one. */
export async function organisationFor(db: Db, id: string | undefined): Promise<OrganisationRow | undefined> {
  const query = all(db).selectAll();
  return (id === undefined ? query : query.where('id', '=', id)).limit(1).executeTakeFirst();
}

/** The parts that an organisation lacks before messages may go to patients. */
export function setupOf(row: OrganisationRow): MessageSetup {
  const missing = missingSetup({
    patientPhone: row.patient_phone,
    supportPhone: row.support_phone,
    privacyText: row.privacy_text,
    privacyUrl: row.privacy_url,
  });
  return { missing, hadSent: row.had_sent };
}

type Contact = Pick<OrganisationRow, 'patient_phone' | 'support_phone' | 'support_email'>;

/** How patients reach an organisation, as sentences end with it. @param installation - the address of a hospital that has no contact */
export function supportOf({ patient_phone, support_phone, support_email: email }: Contact, installation: string): string {
  const phone = phoneForPatients({ patientPhone: patient_phone, supportPhone: support_phone });
  return supportWords({ email, phone }, installation);
}

/** Changes an organisation and increases its version by one. */
export async function updateOrganisation(
  db: Db,
  id: string,
  { safety_contacts, ...change }: Omit<Updateable<Tables['organisations']>, 'id' | 'version'>,
): Promise<void> {
  const contacts = safety_contacts === undefined ? {} : { safety_contacts: json(safety_contacts) };
  await db
    .updateTable('organisations')
    .set({ ...change, ...contacts, version: sql<number>`version + 1` })
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
