import type { ConsentOrigin } from '#domain/consents/consent-origin.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { CaseStatus, PatientStatus, VoidKind } from '#domain/base/states.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import { isOfCase, theatreContent, type TheatreContent } from './listed-cases.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import {
  casesWithPatients,
  mergedFromAsRead,
  mergedFromRow,
  patientAsRead,
  patientRow,
  type MergedFromRow,
} from '#server/data/summaries/summary-columns.ts';
import type { SheetTables } from '#server/data/tables/sheet-rows.ts';

/** A version on a list, and a code for it in case that it has none yet. */
type Wanted = { readonly consentID: string; readonly listedOn: string; readonly code: string };

/** `shown` is what the sheet says of the version. */
export type CodedVersion = { code: string; consent_id: string; status: CaseStatus; shown: TheatreContent };

/**
 * The codes of these versions as they are now. The same state of a version has the same code on every sheet: the workbook of noon takes
 * what was written on the pack of the morning. Versions of another patient get none.
 */
export async function codesOf(
  db: Db,
  organisationId: string,
  { wanted, now }: { wanted: readonly Wanted[]; now: string },
): Promise<CodedVersion[]> {
  const ids = wanted.map(({ consentID }) => consentID);
  const days = wanted.map(({ listedOn }) => listedOn);
  const codes = wanted.map(({ code }) => code);
  await sql`
    insert into sheet_codes (organisation_id, code, case_id, consent_id, version, digest, listed_on, made_at)
    select v.organisation_id, w.code, v.case_id, v.id, v.version, v.digest, w.day, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${days}::date[], ${codes}::text[]) as w(id, day, code)
    join consents v on v.organisation_id = ${organisationId} and v.id = w.id and v.deleted_at is null and ${isOfCase}
    on conflict do nothing`.execute(db);
  const found = await sql<CodedVersion>`
    select s.code, v.id as consent_id, v.status, ${theatreContent} as shown
    from unnest(${ids}::uuid[], ${days}::date[]) as w(id, day)
    join consents v on v.organisation_id = ${organisationId} and v.id = w.id and v.deleted_at is null and ${isOfCase}
    join sheet_codes s on s.organisation_id = v.organisation_id and s.consent_id = v.id and s.version = v.version and s.listed_on = w.day`.execute(
    db,
  );
  return found.rows;
}

/** A code that came back, with the version that it names as it is now. */
export type SheetCodeRow = Pick<
  SheetTables['sheet_codes'],
  'code' | 'case_id' | 'consent_id' | 'version' | 'digest' | 'listed_on' | 'made_at'
> & {
  /** the record in use */
  patient: PatientRow;
  /** the record that the case was opened for, and its status; the record itself where it is merged */
  patient_id: string;
  patient_status: PatientStatus;
  mergedFrom: MergedFromRow | null;
  current_consent_id: string | null;
  now_status: CaseStatus;
  now_version: number;
  now_digest: string | null;
  void_kind: VoidKind | null;
  origin: ConsentOrigin | null;
  procedures: Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];
};

/** These codes, as far as the reader may see their cases. */
export async function versionsByCode(db: Db, reach: CaseVisibility, codes: readonly string[]): Promise<SheetCodeRow[]> {
  const rows = await casesWithPatients(db, reach)
    .innerJoin('sheet_codes as s', (join) =>
      join.onRef('s.organisation_id', '=', 'c.organisation_id').onRef('s.case_id', '=', 'c.id'),
    )
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 's.organisation_id').onRef('v.id', '=', 's.consent_id').on('v.deleted_at', 'is', null),
    )
    .where('s.organisation_id', '=', reach.organisationId)
    .where('s.code', '=', sql<string>`any(${codes}::text[])`)
    .select([
      's.code',
      's.case_id',
      's.consent_id',
      's.version',
      's.digest',
      's.listed_on',
      's.made_at',
      'c.current_consent_id',
      'v.status as now_status',
      'v.version as now_version',
      'v.digest as now_digest',
      'v.void_kind',
      'v.origin',
      'c.patient_id',
      'm.status as patient_status',
      patientRow.as('patient'),
      mergedFromRow.as('mergedFrom'),
      sql<SheetCodeRow['procedures']>`v.listed_content->'procedures'`.as('procedures'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, patient: patientAsRead(row.patient), mergedFrom: mergedFromAsRead(row.mergedFrom) }));
}

/** The signers of these versions, each in their order. */
export async function recipientsOfAll(
  db: Db,
  organisationId: string,
  consentIds: readonly string[],
): Promise<Map<string, RecipientRow[]>> {
  const found = new Map<string, RecipientRow[]>(consentIds.map((id) => [id, []]));
  if (consentIds.length === 0) return found;
  const rows = await db
    .selectFrom('recipients')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', consentIds)
    .orderBy('consent_id')
    .orderBy('signing_order')
    .execute();
  for (const row of rows) found.get(row.consent_id)?.push(row);
  return found;
}
