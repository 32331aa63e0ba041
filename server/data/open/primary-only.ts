import type pg from 'pg';
import { DatabaseInterrupted } from './errors.ts';

/**
 * Refuses connections to a replica, and to a primary that has been replaced by one that this pool knows: a machine that was frozen can
 * believe for a moment that it still is the primary, and would answer with what was true before. Each promotion begins a timeline with a
 * higher number.
 *
 * @returns prepares a new connection within a time, ms, with the calls that set its session
 */
export function primaryOnly(): (client: pg.ClientBase, settingCalls: string, withinMs: number) => Promise<void> {
  let newest = 0;
  return async (client, settingCalls, withinMs) => {
    // pg knows this limit of one query; its types know it of all alone.
    const config: pg.QueryConfig & { query_timeout: number } = {
      text: `select ${settingCalls},
        case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_lsn()) end as "walFile"`,
      query_timeout: withinMs,
    };
    const { rows } = await client.query<{ walFile: string | null }>(config);
    const walFile = rows[0]?.walFile ?? null;
    if (walFile === null) throw new DatabaseInterrupted('57P01', 'This database is a replica.');
    // The first eight hexadecimal digits of a log file's name are the timeline.
    const timeline = Number.parseInt(walFile.slice(0, 8), 16);
    if (timeline < newest) throw new DatabaseInterrupted('57P01', 'This database has been replaced by another one.');
    newest = timeline;
  };
}
