import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

const GUARDS = [
  ['timeline', 'timeline_append_only'],
  ['timeline', 'timeline_never_emptied'],
  ['security_log', 'security_log_append_only'],
  ['security_log', 'security_log_never_emptied'],
  ['patient_changes', 'patient_changes_append_only'],
  ['patient_changes', 'patient_changes_never_emptied'],
  ['access_log', 'access_log_append_only'],
  ['access_log', 'access_log_never_emptied'],
  ['deletion_certificates', 'deletion_certificates_append_only'],
  ['deletion_certificates', 'deletion_certificates_never_emptied'],
] as const;

/** The guards against changes of the logs that are missing or switched off, by name. */
export async function guardsOff(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; table: string; state: string }>`
    select g.tgname as name, c.relname as table, g.tgenabled::text as state from pg_trigger g join pg_class c on c.oid = g.tgrelid
    join pg_proc f on f.oid = g.tgfoid
    where c.relnamespace = 'public'::regnamespace and not g.tgisinternal and f.proname = 'refuse_change' and position('append-only' in f.prosrc) > 0`.execute(
    db,
  );
  const isOn = ([table, name]: readonly [string, string]) =>
    rows.some((row) => row.table === table && row.name === name && (row.state === 'O' || row.state === 'A'));
  return GUARDS.filter((guard) => !isOn(guard)).map(([, name]) => name);
}
