import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { ContactWishes } from '#domain/patients/contact-wishes.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** One person of a case who is not its patient, whichever version of the form they are on; `name` null: of one whom a recall took off it. */
type PersonOfCase = {
  readonly organisationId: string;
  readonly caseId: string;
  readonly role: SignerRole;
  readonly name: string | null;
  readonly order: number;
};

/** How somebody of a case wants to be written to, and how not; undefined where they have said neither. */
export async function wishesOfPerson(
  db: Db,
  { organisationId, caseId, role, name, order }: PersonOfCase,
): Promise<ContactWishes | undefined> {
  const rows = await db
    .selectFrom('contact_wishes')
    .select(['name', 'signing_order', 'refused', 'preferred'])
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .where('role', '=', role)
    .orderBy('at', 'desc')
    .execute();
  const found = rows.find((row) => (name === null ? row.signing_order === order : isSameName(row.name, name)));
  return found && { refused: found.refused, preferred: found.preferred };
}

/** Stores how somebody of a case wants to be written to, in place of what they said before. @param at - ISO */
export async function storeWishes(
  db: Db,
  { organisationId, caseId, role, name, order }: PersonOfCase & { readonly name: string },
  { refused, preferred, at }: ContactWishes & { readonly at: string },
): Promise<void> {
  const wishes = { signing_order: order, refused: json([...refused]), preferred, at };
  await db
    .insertInto('contact_wishes')
    .values({ organisation_id: organisationId, case_id: caseId, role, name, ...wishes })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'case_id', 'role', 'name']).doUpdateSet(wishes))
    .execute();
}
