import { hospitalKeyOf } from '#domain/patients/likely-duplicates.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

type Entities = { readonly patients: readonly string[]; readonly cases: readonly string[]; readonly consents: readonly string[] };

/**
 * Locks the cases of these ids and versions, then these patients and those of the cases, each in the order of their ids: the order in
 * which one change locks its case and its patient.
 */
export async function lockInOrder(db: Db, organisationId: string, { patients, cases, consents }: Entities): Promise<void> {
  const found =
    cases.length + consents.length === 0
      ? []
      : await sql<{ patient_id: string }>`
          select patient_id from cases where organisation_id = ${organisationId} and id = any(array(
            select unnest(${cases}::uuid[]) union
            select case_id from consents where organisation_id = ${organisationId} and id = any(${consents}::uuid[])))
          order by id for update`
          .execute(db)
          .then(({ rows }) => rows);
  await lockCases(db, organisationId, { cases: [], patients: [...patients, ...found.map((each) => each.patient_id)] });
}

/** As {@link lockInOrder}, of cases whose patients are known: two look-ups by id. */
export async function lockCases(
  db: Db,
  organisationId: string,
  { cases, patients }: Pick<Entities, 'cases' | 'patients'>,
): Promise<void> {
  for (const [table, ids] of [
    ['cases', cases],
    ['patients', patients],
  ] as const)
    if (ids.length > 0)
      await sql`select from ${sql.table(table)} where organisation_id = ${organisationId} and id = any(${ids}::uuid[])
        order by id for update`.execute(db);
}

/** The values by which two records may be found to be of one person. */
export type PatientIdentity = {
  readonly dateOfBirth: string;
  readonly nhsNumber?: string | null | undefined;
  readonly hospitalNumber?: string | null | undefined;
};

/** The identities that a transaction has locked before its first savepoint, which no rollback to a savepoint lets go. */
const lockedFirst = new WeakMap<Db, ReadonlySet<string>>();

/**
 * Lets the creations of one person's records come one after another, until the caller's transaction ends: the second finds the first
 * among its likely duplicates. Those of different persons do not wait for each other, as long as no birth date or number is shared.
 */
export async function lockIdentity(db: Db, organisationId: string, identity: PatientIdentity): Promise<void> {
  const names = namesOf(organisationId, identity);
  const locked = lockedFirst.get(db);
  if (!names.every((name) => locked?.has(name) === true)) await lockNames(db, names);
}

/** As {@link lockIdentity}, of many at the start of a transaction. */
export async function lockIdentitiesFirst(db: Db, organisationId: string, identities: readonly PatientIdentity[]): Promise<void> {
  const names = identities.flatMap((identity) => namesOf(organisationId, identity));
  if (names.length > 0) await lockNames(db, names);
  lockedFirst.set(db, new Set(names));
}

function namesOf(organisationId: string, { dateOfBirth, nhsNumber, hospitalNumber = null }: PatientIdentity): string[] {
  const hospitalKey = hospitalKeyOf(hospitalNumber);
  return [
    `${organisationId} born ${dateOfBirth}`,
    ...(nhsNumber == null ? [] : [`${organisationId} nhs ${nhsNumber}`]),
    ...(hospitalKey === null ? [] : [`${organisationId} hospital ${hospitalKey}`]),
  ];
}

/** In one order for all callers. */
async function lockNames(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys`.execute(db);
}
