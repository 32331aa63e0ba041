import { sql, type Kysely } from 'kysely';

/** Tables in which the running role may change nothing that it has written: it adds rows and reads them. */
const APPEND_ONLY = ['timeline', 'security_log', 'patient_changes', 'access_log', 'deletion_certificates'];

/**
 * Gives a role that owns nothing what the server needs while it runs, in the name of the owner of the tables: reading and writing rows,
 * and no more than reading and adding them in the logs.
 *
 * @param owner - a connection of the role that owns the tables
 */
export async function grantRunning<T>(owner: Kysely<T>, role: string): Promise<void> {
  const to = sql.id(role);
  await sql`grant usage on schema public to ${to}`.execute(owner);
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(owner);
  await sql`grant usage, select on all sequences in schema public to ${to}`.execute(owner);
  for (const table of APPEND_ONLY) await sql`revoke update, delete, truncate on ${sql.table(table)} from ${to}`.execute(owner);
  // The one way to delete from these logs: it reads certificate, approval and holds by itself.
  await sql`grant execute on function delete_certified(uuid, uuid) to ${to}`.execute(owner);
  await sql`grant execute on function count_imported(text) to ${to}`.execute(owner);
}

/** The role of a connection. */
export async function roleOf<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  return rows[0]?.role ?? '';
}

/**
 * Whether the connection's role could switch the guards of the logs off: as a superuser, as an owner of the tables or of their schema,
 * or as a member of such a role.
 */
export async function maySwitchGuardsOff<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select (select rolsuper from pg_roles where rolname = current_user)
      or exists (select 1 from pg_class where relnamespace = 'public'::regnamespace and relname in ('timeline', 'security_log', 'patient_changes', 'access_log', 'deletion_certificates')
        and pg_has_role(current_user, relowner, 'member'))
      or exists (select 1 from pg_namespace where nspname = 'public' and pg_has_role(current_user, nspowner, 'member')) as may`.execute(
    db,
  );
  return rows[0]?.may ?? true;
}
