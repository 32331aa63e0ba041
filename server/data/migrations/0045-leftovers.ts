import { sql, type Kysely } from 'kysely';

/**
 * Adds indexes that find expired rows without a scan. A handover is evidence and now stays when the session that started it is
 * deleted. Adds the build of the app to a tablet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index sessions_ends on sessions (ends_at)`,
  `create index half_sign_ins_at on half_sign_ins (at)`,
  `create index one_time_codes_ends on one_time_codes (ends_at)`,
  `create index tickets_ends on tickets (ends_at)`,
  `create index document_links_ends on document_links (ends_at)`,
  `create index mails_over on mails (created_at) where state <> 'QUEUED' and link_id is null`,
  `create index jobs_mails_done on jobs (created_at) where kind = 'MAIL' and state = 'DONE'`,
  `create index handovers_session on handovers (session_id) where session_id is not null`,
  `alter table handovers drop constraint handovers_session_id_fkey`,
  `alter table handovers add foreign key (session_id) references sessions on delete set null`,
  `alter table devices add column build text`,
];
