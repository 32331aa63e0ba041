import type { Db } from '#server/data/db.ts';

type Ending = { organisationId: string; now: string };

const open = (db: Db, { organisationId, now }: Ending) =>
  db.updateTable('sessions').set({ ended_at: now }).where('organisation_id', '=', organisationId).where('ended_at', 'is', null);

/** Ends the sessions of everybody who holds a role, on all servers. @param except - a session that goes on */
export async function endSessionsOfRole(
  db: Db,
  { roleId, except, ...ending }: Ending & { roleId: string; except: string },
): Promise<void> {
  const holders = db
    .selectFrom('users')
    .select('id')
    .where('organisation_id', '=', ending.organisationId)
    .where('role_id', '=', roleId);
  const ended = await open(db, ending).where('user_id', 'in', holders).where('id', '<>', except).returning('id').execute();
  await forgetTokens(db, ended);
}

/** Ends the sessions of everybody in an organisation, on all servers. */
export async function endSessionsOfOrganisation(db: Db, ending: Ending): Promise<void> {
  await forgetTokens(db, await open(db, ending).returning('id').execute());
}

/** Ends the sessions that were begun on a tablet. */
export async function endSessionsOn(db: Db, { deviceId, ...ending }: Ending & { deviceId: string }): Promise<void> {
  await forgetTokens(db, await open(db, ending).where('device_id', '=', deviceId).returning('id').execute());
}

async function forgetTokens(db: Db, sessions: readonly { id: string }[]): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  await db.deleteFrom('session_tokens').where('session_id', 'in', ids).execute();
}
