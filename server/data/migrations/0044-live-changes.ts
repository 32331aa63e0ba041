import { sql, type Kysely } from 'kysely';

/**
 * Notifications of changes, sent by the database with the commit: to whichever server listens, whoever wrote. Their payloads hold ids
 * alone. The name of the channel is that of `data/live/notices.ts`, and never changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES.flatMap(notifying), ...SESSIONS]) await sql.raw(statement).execute(db);
}

/** Rows of one statement above which no single one is named: an import is one notification. */
const NAMED_MOST = 20;

/** The tables whose changes a screen shows, and the column with the id of the case or the patient. */
const TABLES = [
  ['timeline', 'case_id', ['insert']],
  ['cases', 'id', ['insert', 'update']],
  ['consents', 'case_id', ['insert', 'update']],
  ['patients', 'id', ['insert', 'update']],
] as const;

// A function of its own for each table: its rows have the columns of that table.
function notifying([table, column, events]: (typeof TABLES)[number]): string[] {
  return [
    `create function notify_of_${table}() returns trigger language plpgsql as $$
    begin
      perform pg_notify('assent_changes', payload) from (
        select 'many ' || organisation_id as payload from changed group by organisation_id having count(distinct ${column}) > ${NAMED_MOST}
        union select 'changed ' || organisation_id || ' ' || ${column} from changed
          where organisation_id in (select organisation_id from changed group by organisation_id having count(distinct ${column}) <= ${NAMED_MOST})
      ) as notices;
      return null;
    end $$`,
    ...events.map(
      (event) => `create trigger ${table}_notify_${event} after ${event} on ${table}
        referencing new table as changed for each statement execute function notify_of_${table}()`,
    ),
  ];
}

const SESSIONS = [
  `create function notify_of_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('assent_changes', 'sessionEnded ' || new.id);
      return null;
    end $$`,
  `create trigger sessions_notify_end after update of ended_at on sessions for each row
    when (old.ended_at is null and new.ended_at is not null) execute function notify_of_session_end()`,
];
