import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/data/tables/tables.ts';

/**
 * Copies a case so many times, each with a patient and a version of its own, and gives the case itself as many further versions;
 * tablets, people and lines of the security log as well.
 *
 * @param hasOthers - false for the further cases alone
 */
export async function multiply(database: Kysely<Tables>, caseId: string, times: number, hasOthers = true): Promise<void> {
  await database.connection().execute((db) => copyRows(db, caseId, times, hasOthers));
}

// On one connection: the temporary table is that connection's own.
async function copyRows(db: Kysely<Tables>, caseId: string, times: number, hasOthers: boolean): Promise<void> {
  const ids = sql`(select organisation_id, id, patient_id, current_consent_id from cases where id = ${caseId})`;
  await sql`create temporary table made as
    select n, gen_random_uuid() as patient, gen_random_uuid() as record, gen_random_uuid() as consent, c.organisation_id, c.id as of_case,
      c.patient_id as of_patient, c.current_consent_id as of_consent
    from ${ids} c, generate_series(1, cast(${times} as integer)) as n`.execute(db);
  const copy = async (table: string, changed: Record<string, string>, from: string) => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => changed[name] ?? `t.${name}`);
    await sql
      .raw(`insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t join made m on ${from}`)
      .execute(db);
  };
  // Far beyond the numbers that are given next.
  await copy(
    'patients',
    {
      id: 'm.patient',
      number: '(select max(number) from patients) + 1000000 + m.n',
      nhs_number: 'null',
      hospital_number: 'null',
    },
    't.organisation_id = m.organisation_id and t.id = m.of_patient',
  );
  await copy(
    'cases',
    {
      id: 'm.record',
      number: '(select max(number) from cases) + 1000000 + m.n',
      patient_id: 'm.patient',
      current_consent_id: 'm.consent',
      in_force_consent_id: 'null',
    },
    't.organisation_id = m.organisation_id and t.id = m.of_case',
  );
  const consent = 't.organisation_id = m.organisation_id and t.id = m.of_consent';
  await copy('consents', { id: 'm.consent', case_id: 'm.record', verify_code: 'null' }, consent);
  await copy('recipients', { consent_id: 'm.consent' }, 't.organisation_id = m.organisation_id and t.consent_id = m.of_consent');
  if (hasOthers) {
    await copy('consents', { id: 'gen_random_uuid()', version_number: 't.version_number + m.n', verify_code: 'null' }, consent);
    await sql`insert into devices (organisation_id, id, name, first_used_at, last_used_at)
    select organisation_id, gen_random_uuid(), 'Tablet', now(), now() from made`.execute(db);
    await sql`insert into security_log (organisation_id, id, at, type, detail)
    select organisation_id, gen_random_uuid(), now(), 'SIGNED_IN', '' from made`.execute(db);
    await sql`insert into users (organisation_id, id, email, first_name, last_name, account_type, status, created_at, updated_at)
    select organisation_id, gen_random_uuid(), 'made' || n || '@demo.nhs.uk', 'Demo', 'Made', 'HOSPITAL', 'ACTIVE', now(), now() from made`.execute(
      db,
    );
  }
  await sql`drop table made`.execute(db);
}

/** Copies a patient so many times, all of one moment. @param updatedAt - ISO @returns the ids of the copies */
export async function copyPatient(
  db: Kysely<Tables>,
  id: string,
  { times, updatedAt }: { times: number; updatedAt: string },
): Promise<string[]> {
  const table = (await db.introspection.getTables()).find(({ name }) => name === 'patients');
  const others = (table?.columns ?? []).map(({ name }) => name).filter((name) => !['id', 'number', 'updated_at'].includes(name));
  const columns = sql.raw(others.join(', '));
  // Far from the numbers that the server gives.
  const { rows } = await sql<{ id: string }>`insert into patients (id, number, updated_at, ${columns})
    select gen_random_uuid(), (select max(number) from patients) + 100000 + n, ${updatedAt}, ${columns}
    from patients, generate_series(1, cast(${times} as integer)) as n where id = ${id} returning id`.execute(db);
  return rows.map((row) => row.id);
}
