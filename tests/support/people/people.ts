import type { UserStatus } from '#domain/accounts/user-status.ts';
import { searchTextOfUser } from '#server/data/accounts/user-search.ts';
import type { Caller } from '#tests/support/forms/builders.ts';
import { json } from '#server/data/json.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { TestApp } from '#tests/support/server/app.ts';

type NewPerson = {
  status?: UserStatus;
  /** key of a seeded role of the organisation; none for a person who has not been approved */
  role?: string;
  wish?: string;
  expiryDate?: string;
  firstName?: string;
  lastName?: string;
  /** the address of another person, whose organisation this one belongs to */
  like?: string;
};

let made = 0;

/** Adds a person to an organisation in the state that a registration leaves; the password is that of every demo account. */
export async function addPerson(
  { database: { db }, deps }: TestApp,
  { status = 'ACTIVE', role, wish, expiryDate, firstName = 'Test', lastName, like = 'admin@demo.nhs.uk' }: NewPerson = {},
): Promise<{ id: string; email: string }> {
  made += 1;
  const model = await db.selectFrom('users').selectAll().where('email', '=', like).executeTakeFirstOrThrow();
  const found = await db
    .selectFrom('roles')
    .selectAll()
    .where('organisation_id', '=', model.organisation_id)
    .where('key', '=', role ?? '')
    .executeTakeFirst();
  const person = { id: deps.newId(), email: `person${made}@${like.split('@')[1]}` };
  const names = { first_name: firstName, last_name: lastName ?? `Person${made}` };
  await inTransaction(db, (trx) =>
    trx
      .insertInto('users')
      .values({
        ...model,
        ...person,
        ...names,
        search: searchTextOfUser({ ...names, email: person.email }),
        account_type: found?.account_type ?? 'HOSPITAL',
        requested_role: wish ?? role ?? null,
        role_id: found?.id ?? null,
        status,
        expiry_date: expiryDate ?? null,
        last_sign_in_at: null,
        messages_off: json(model.messages_off),
        cover: null,
      })
      .execute(),
  );
  return person;
}

/** The id of a role of the caller's organisation, by its key. */
export async function roleId(manager: Caller, key: string): Promise<string> {
  const { records } = (await manager.call('roleGet', { limit: 100 })).data;
  const found = records.find((each) => each.key === key);
  if (found === undefined) throw new Error(`There is no role ${key}`);
  return found._id;
}
