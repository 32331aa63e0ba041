import { sql, type RawBuilder } from 'kysely';
import { ROLE_RULES, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { DATA_CATALOGUE, isTableName, type TableName } from '#domain/integrity/data-catalogue.ts';
import type { Db } from '#server/data/db.ts';
import { shownNumber } from '#server/data/patient-search.ts';

/** A patient's record: the one in use, and those that are merged into it. */
export type PatientFamily = {
  readonly organisationId: string;
  readonly ids: readonly string[];
  readonly numbers: readonly number[];
};

/** The record of a patient in use with all that are merged into it, whichever of them is named; undefined for an unknown one. */
export async function patientFamily(
  db: Db,
  { organisationId, patientId }: { organisationId: string; patientId: string },
): Promise<(PatientFamily & { readonly inUse: string }) | undefined> {
  const { rows } = await sql<{ id: string; number: number; survivor_id: string | null }>`
    with named as (select coalesce(p.survivor_id, p.id) as id from patients p where p.organisation_id = ${organisationId} and p.id = ${patientId})
    select p.id, p.number, p.survivor_id from patients p, named
    where p.organisation_id = ${organisationId} and (p.id = named.id or p.survivor_id = named.id) order by p.number`.execute(db);
  const inUse = rows.find(({ survivor_id }) => survivor_id === null);
  if (inUse === undefined) return undefined;
  return { organisationId, inUse: inUse.id, ids: rows.map(({ id }) => id), numbers: rows.map(({ number }) => number) };
}

/** The rows of a table, `t`, that are about a patient: by the path of the catalogue. */
export function rowsOfPatient(table: TableName, family: PatientFamily): RawBuilder<unknown> {
  return sql`t.organisation_id = ${family.organisationId} and ${byPath({ table, alias: 't' }, family)}`;
}

function byPath({ table, alias }: { table: TableName; alias: string }, family: PatientFamily): RawBuilder<unknown> {
  const { path } = DATA_CATALOGUE[table];
  if (path === undefined) return sql`${sql.ref(`${alias}.id`)} = any(${[...family.ids]}::uuid[])`;
  const [column, target] = path;
  const reference = sql.ref(`${alias}.${column}`);
  // Entries of the security log name a record by its number.
  if (column === 'subject')
    return sql`${reference} = any(${family.numbers.map((number) => `patient ${shownNumber(number)}`)}::text[])`;
  if (target === 'patients') return sql`${reference} = any(${[...family.ids]}::uuid[])`;
  if (!isTableName(target)) throw new Error(`The path of ${table} leads to no table`);
  const next = `${alias}_${target}`;
  return sql`${reference} in (select ${sql.ref(`${next}.id`)} from ${sql.table(target)} as ${sql.ref(next)}
    where ${sql.ref(`${next}.organisation_id`)} = ${family.organisationId} and ${byPath({ table: target, alias: next }, family)})`;
}

/** The role of each account of an organisation, in words, by the account's id. */
export async function rolesOfAccounts(db: Db, organisationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('roles as r', (join) => join.onRef('r.organisation_id', '=', 'u.organisation_id').onRef('r.id', '=', 'u.role_id'))
    .select(['u.id', 'r.name'])
    .where('u.organisation_id', '=', organisationId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const PATIENT_ROLES = SIGNER_ROLES.filter((role) => ROLE_RULES[role].isPatient);

/** The signers of versions who are the patient themself, each as `version order`, and the ids of links that were theirs. */
export async function ownSignerKeys(db: Db, { organisationId, ids }: PatientFamily): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select r.consent_id || ' ' || r.signing_order as key from recipients r
      join consents v on v.organisation_id = r.organisation_id and v.id = r.consent_id
      join cases c on c.organisation_id = v.organisation_id and c.id = v.case_id
    where r.organisation_id = ${organisationId} and r.role = any(${PATIENT_ROLES}::text[]) and c.patient_id = any(${[...ids]}::uuid[])
    union all select l.id::text from links l
      join consents v on v.organisation_id = l.organisation_id and v.id = l.consent_id
      join cases c on c.organisation_id = v.organisation_id and c.id = v.case_id
    where l.organisation_id = ${organisationId} and l.role = any(${PATIENT_ROLES}::text[]) and c.patient_id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** The version of each document and link of a patient, by its id: what belongs to one of them belongs to the version. */
export async function versionsOfParts(db: Db, family: PatientFamily): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; version: string }>`
    select t.id, t.consent_id as version from documents t where ${rowsOfPatient('documents', family)}
    union all select t.id, t.consent_id from links t where ${rowsOfPatient('links', family)}`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
