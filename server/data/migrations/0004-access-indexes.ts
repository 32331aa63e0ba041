import { sql, type Kysely } from 'kysely';

/** Indexes for ending sessions on all servers, and for the lookups of every attempt at a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index sessions_open on sessions (user_id) where ended_at is null`,
  `create index sessions_device on sessions (device_id) where ended_at is null`,
  `create index session_tokens_session on session_tokens (session_id)`,
  `create index throttles_ended on throttles (resets_at)`,
];
