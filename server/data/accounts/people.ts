import type { ManagedUser } from '#contract/people.ts';
import { searchWords } from '#domain/values/search-text.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { likeText, pageOf, type ResultPage, type Paged } from '#server/data/paging.ts';
import { presentOther, usersByIds, type FullUser } from './users.ts';

/** `today` is the plain date where the organisation is; `role` is a role's key. */
type PeopleFilter = ResultPage & { search: string; status: UserStatus | 'ALL'; role: string; today: string };

/** The ids of one page of an organisation's users: those who wait for an approval first, then by name. */
export async function listPeople(
  db: Db,
  organisationId: string,
  { search, status, role, today, page, limit }: PeopleFilter,
): Promise<Paged<string>> {
  let found = db
    .selectFrom('users as u')
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'u.role_id').onRef('r.organisation_id', '=', 'u.organisation_id'))
    .where('u.organisation_id', '=', organisationId);
  const hasRunOut = sql<boolean>`(u.status = 'ACTIVE' and u.expiry_date is not null and u.expiry_date < cast(${today} as date))`;
  if (status === 'EXPIRED') found = found.where((or) => or.or([or('u.status', '=', 'EXPIRED'), hasRunOut]));
  else if (status !== 'ALL') found = found.where('u.status', '=', status).where(sql<boolean>`not ${hasRunOut}`);
  // An assigned role precedes the requested one.
  if (role !== '') found = found.where(sql`upper(coalesce(r.key, u.requested_role))`, '=', role.toUpperCase());
  const words = searchWords(search);
  for (const word of words) found = found.where('u.search', 'like', likeText(word));
  const rows = found
    .select('u.id')
    .orderBy(sql`case when u.status = 'PENDING_APPROVAL' then 0 else 1 end`)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id');
  const { records, ...frame } = await pageOf(db, { rows, all: found, isSearch: words.length > 0 }, { page, limit });
  return { ...frame, records: records.map(({ id }) => id) };
}

/** People as those who manage users see them, in the order of `ids`. */
export async function presentPeople(
  db: Db,
  organisationId: string,
  { ids, today }: { ids: readonly string[]; today: string },
): Promise<ManagedUser[]> {
  const rows = new Map((await usersByIds(db, organisationId, ids)).map((row) => [row.id, row]));
  const mails = await lastMails(db, ids);
  const people: ManagedUser[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (row !== undefined)
      people.push({ ...presentOther(row, today), lastSignInAt: row.last_sign_in_at, lastMail: mails.get(id) ?? null });
  }
  return people;
}

/** The names of users of the whole database after one, in the order of its key, 1,000 at most. */
export async function namesAfter(
  db: Db,
  after: { readonly organisation_id: string; readonly id: string } | undefined,
): Promise<Pick<Selectable<Tables['users']>, 'organisation_id' | 'id' | 'first_name' | 'last_name'>[]> {
  let query = db.selectFrom('users').select(['organisation_id', 'id', 'first_name', 'last_name']);
  if (after !== undefined)
    query = query.where((has) => has(has.refTuple('organisation_id', 'id'), '>', has.tuple(after.organisation_id, after.id)));
  return query.orderBy('organisation_id').orderBy('id').limit(1000).execute();
}

async function lastMails(db: Db, ids: readonly string[]): Promise<Map<string, NonNullable<ManagedUser['lastMail']>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('mails')
    .distinctOn('user_id')
    .select(['user_id', 'kind', 'state', 'created_at'])
    .where('user_id', 'in', ids)
    .orderBy('user_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ user_id, kind, state, created_at }) => [user_id ?? '', { kind, state, at: created_at }]));
}

/**
 * Serialises decisions about access in an organisation until this transaction ends: two managers who suspend each other at once
 * cannot both succeed.
 */
export async function lockAccess(db: Db, organisationId: string): Promise<void> {
  await db.selectFrom('organisations').select('id').where('id', '=', organisationId).forNoKeyUpdate().execute();
}

/** A user of an organisation by address, with the row locked until this transaction ends. */
export async function lockPerson(db: Db, organisationId: string, email: string): Promise<FullUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : (await usersByIds(db, organisationId, [row.id]))[0];
}

/** Grants or ends the access of a user. */
export async function changeAccess(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
  change: {
    status: UserStatus;
    updated_at: string;
    expiry_date?: string;
    role_id?: string;
    account_type?: string;
  },
): Promise<void> {
  await db.updateTable('users').set(change).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}
