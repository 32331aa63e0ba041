import { sql } from 'kysely';
import type { Cover, TeamMailbox } from '#domain/notifications/message-wishes.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** The mailboxes of an organisation, in the order of their names. */
export async function teamsOf(db: Db, organisationId: string): Promise<TeamMailbox[]> {
  const rows = await db
    .selectFrom('team_mailboxes')
    .select(['speciality_id as specialityID', 'name', 'email'])
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .orderBy('speciality_id')
    .execute();
  return rows;
}

/** The mailbox of a speciality; undefined where it has none. */
export async function teamById(db: Db, organisationId: string, specialityId: string): Promise<TeamMailbox | undefined> {
  return db
    .selectFrom('team_mailboxes')
    .select(['speciality_id as specialityID', 'name', 'email'])
    .where('organisation_id', '=', organisationId)
    .where('speciality_id', '=', specialityId)
    .executeTakeFirst();
}

/** Stores mailboxes in the place of those before, and ends those of other specialities. */
export async function changeTeams(
  db: Db,
  organisationId: string,
  { teams, ended }: { readonly teams: readonly TeamMailbox[]; readonly ended: readonly string[] },
): Promise<void> {
  const changed = [...teams.map(({ specialityID }) => specialityID), ...ended];
  if (changed.length === 0) return;
  await db
    .deleteFrom('team_mailboxes')
    .where('organisation_id', '=', organisationId)
    .where('speciality_id', 'in', changed)
    .execute();
  if (teams.length === 0) return;
  const rows = teams.map(({ specialityID, name, email }) => ({
    organisation_id: organisationId,
    speciality_id: specialityID,
    name,
    email,
  }));
  await db.insertInto('team_mailboxes').values(rows).execute();
}

/**
 * An account as far as its news depends on it. `cover`: null as well where whoever would stand in has no account in use; `teamId`: the speciality
 * of its team's mailbox, null where that has none.
 */
export type RecipientAccount = {
  readonly id: string;
  readonly status: UserStatus;
  readonly cover: Cover | null;
  readonly teamId: string | null;
};

/** Accounts of an organisation that news may go to. */
export async function recipientAccounts(db: Db, organisationId: string, ids: readonly string[]): Promise<RecipientAccount[]> {
  return db
    .selectFrom('users as u')
    .leftJoin('team_mailboxes as t', (join) =>
      join.onRef('t.organisation_id', '=', 'u.organisation_id').onRef('t.speciality_id', '=', 'u.speciality_id'),
    )
    .select(['u.id', 'u.status', 't.speciality_id as teamId'])
    .select(
      sql<Cover | null>`(select u.cover from users s where s.organisation_id = u.organisation_id and s.id = (u.cover ->> 'userID')::uuid
        and s.status = 'ACTIVE')`.as('cover'),
    )
    .where('u.organisation_id', '=', organisationId)
    .where('u.id', 'in', [...ids])
    .execute();
}

/** The clinicians who are responsible for cases, by case. */
export async function responsibleOf(
  db: Db,
  organisationId: string,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'clinician_id'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...caseIds])
    .execute();
  return new Map(rows.map(({ id, clinician_id }) => [id, clinician_id]));
}

type Wishes = { readonly off: readonly string[]; readonly cover: Cover | null };

/** The wishes of an account for its messages. */
export async function messageWishes(db: Db, organisationId: string, userId: string): Promise<Wishes> {
  const { messages_off: off, cover } = await db
    .selectFrom('users')
    .select(['messages_off', 'cover'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { off, cover };
}

/** Stores the wishes of an account for its messages. */
export async function updateMessageWishes(
  db: Db,
  { organisationId, userId }: { readonly organisationId: string; readonly userId: string },
  { off, cover }: Wishes,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ messages_off: json([...off]), cover: cover === null ? null : json(cover) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', userId)
    .execute();
}
