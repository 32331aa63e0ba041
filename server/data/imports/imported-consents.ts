import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { ProcedureCode } from '#domain/library/procedure-codes.ts';

/** A procedure as rows of a file are compared with it. */
export type LibraryLine = {
  procedureID: string;
  version: number;
  procedureName: string;
  procedureAcronym: string;
  codes: Pick<ProcedureCode, 'code'>[];
  sideRequired: boolean;
};

/** Each procedure that a form on paper may have been about: in the version in use, or as it was when it was retired. */
export async function libraryLines(db: Db, organisationId: string): Promise<LibraryLine[]> {
  const { rows } = await sql<LibraryLine>`
    select p.id as "procedureID", p.version, p.name as "procedureName", p.acronym as "procedureAcronym",
      coalesce(p.fields -> 'codes', '[]') as codes, coalesce((p.fields -> 'sideRequired')::boolean, false) as "sideRequired"
    from procedures p where p.organisation_id = ${organisationId} and (p.status = 'ACTIVE' or p.is_current and p.status = 'RETIRED'
      and not exists (select from procedures s where s.organisation_id = p.organisation_id and s.id = p.id and s.status = 'ACTIVE'))
    order by p.name, p.id`.execute(db);
  return rows;
}

/** The numbers of other systems, of these, that versions of the organisation have. */
export async function knownExternalIDs(db: Db, organisationId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select origin ->> 'externalID' as id from consents
    where organisation_id = ${organisationId} and origin ->> 'externalID' = any(${ids}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

type KnownConsent = { patientID: string; procedureID: string; side: string | null; day: string | null };

/**
 * The procedures of the consents of these patients, and of the records that are merged into theirs, each with its side and the day of its
 * signature; without those that were recorded in error here.
 *
 * @param timeZone - IANA name
 * @param patientIds - of records in use
 */
export async function consentsOfPatients(
  db: Db,
  { organisationId, timeZone }: { organisationId: string; timeZone: string },
  patientIds: readonly string[],
): Promise<KnownConsent[]> {
  if (patientIds.length === 0) return [];
  const { rows } = await sql<KnownConsent>`
    select coalesce(m.survivor_id, m.id) as "patientID", v.listed_content -> 'procedureIDs' ->> cast(e.nth - 1 as integer) as "procedureID", e.one ->> 'side' as side,
      coalesce(v.origin ->> 'day', cast(cast(v.signed_at at time zone ${timeZone} as date) as text)) as day
    from patients m join cases c on c.organisation_id = m.organisation_id and c.patient_id = m.id and c.deleted_at is null
      join consents v on v.organisation_id = c.organisation_id and v.case_id = c.id and v.deleted_at is null
      and (v.origin is not null or v.status <> 'VOIDED'), jsonb_array_elements(v.listed_content -> 'procedures') with ordinality as e(one, nth)
    where m.organisation_id = ${organisationId} and m.id = any(array(select unnest(${patientIds}::uuid[])
      union all select x.id from patients x where x.organisation_id = ${organisationId} and x.survivor_id = any(${patientIds}::uuid[])))`.execute(
    db,
  );
  return rows;
}

/** Lets imports of consents into one organisation come one after another, until the caller's transaction ends. */
export async function lockConsentImports(db: Db, organisationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisationId} consents`}, 0))`.execute(db);
}
