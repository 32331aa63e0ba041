import type { CaseEnded } from '#domain/cases/case-end.ts';
import { caseNumberIn } from '#domain/cases/case-number.ts';
import type { Confirmation } from '#domain/cases/confirm-state.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, SealState, VoidKind } from '#domain/base/states.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import { visibleConsents } from '#server/data/consents/consents.ts';
import { instant } from '#server/data/values.ts';
import { likeText } from '#server/data/paging.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import { nameOfUser } from '#server/data/user-names.ts';

// The columns of lists. In these queries a case is `c`, the record that it was opened for `m`, its patient `p` (another record where `m`
// is merged into it), and a version `v`.

/** A version as a line of a list needs it. */
export type VersionSummaryRow = {
  id: string;
  case_id: string;
  case_number: number;
  version_number: number;
  form_type: FormType;
  status: CaseStatus;
  seal_state: SealState;
  signed_at: string | null;
  void_kind: VoidKind | null;
  origin: { kind: 'IMPORT' } | null;
  confirmation: Confirmation | null;
  child_said_no: boolean;
  active_tab: number;
  procedures: { procedureName: string; side: string | null; site: string }[];
  clinician_id: string;
  clinician_name: string;
  operator_id: string | null;
  ended: CaseEnded | null;
  waiting_for: SignerRole[];
  created_at: string;
  updated_at: string;
};

/** First and last name of the user of this id in the organisation of `row`; empty without one. */
export const nameOf = (row: 'c' | 'v', user: RawBuilder<string>) => sql<string>`coalesce(${nameOfUser(row, user)}, '')`;

export const clinicianName = nameOf('v', sql`v.clinician_id`);
export const operatorName = nameOf('c', sql`c.operator_id`);

// A line says of the form what its signers were shown, and nothing of the draft beside it.
export const versionSummary = sql<VersionSummaryRow>`jsonb_build_object(
  'id', v.id, 'case_id', v.case_id, 'case_number', c.number, 'version_number', v.version_number, 'form_type', v.listed_content->'formType', 'status', v.status,
  'seal_state', v.seal_state, 'signed_at', v.signed_at, 'void_kind', v.void_kind, 'origin', case when v.origin is null then null else jsonb_build_object('kind', v.origin -> 'kind') end, 'confirmation', v.confirmation, 'child_said_no', v.child_said_no,
  'active_tab', v.active_tab,
  'clinician_id', v.clinician_id, 'clinician_name', ${clinicianName}, 'operator_id', c.operator_id, 'ended', c.ended, 'created_at', v.created_at, 'updated_at', v.updated_at,
  'procedures', v.listed_content->'procedures',
  'waiting_for', (select coalesce(jsonb_agg(r.role order by r.signing_order), '[]') from recipients r
    where r.organisation_id = v.organisation_id and r.consent_id = v.id and r.state not in ('SIGNED', 'DECLINED', 'EXPIRED')))`;

/** The whole row of the patient, but for the text that searches run over. */
export const patientRow = sql<PatientRow>`to_jsonb(p) - 'search'`;
/** As {@link patientRow}, of the record that the case was opened for: what signers are shown and what may be changed goes by it. */
export const ownPatientRow = sql<PatientRow>`to_jsonb(m) - 'search'`;

/** The record that a case was opened for, where that is merged into another one since. `merged_at` is ISO once it is read. */
export type MergedFromRow = Pick<PatientRow, 'id' | 'number' | 'first_name' | 'last_name' | 'date_of_birth'> & {
  merged_at: string;
};
export const mergedFromRow = sql<MergedFromRow | null>`case when m.survivor_id is null then null else jsonb_build_object('id', m.id,
  'number', m.number, 'first_name', m.first_name, 'last_name', m.last_name, 'date_of_birth', m.date_of_birth, 'merged_at', m.merged_at) end`;

const inUse = sql<string>`coalesce(m.survivor_id, m.id)`;

/** Cases `c` that a reader may see, each with its own record `m` and its patient `p`. */
export const casesWithPatients = (db: Db, reach: CaseVisibility) =>
  visibleCases(db, reach)
    .innerJoin('patients as m', (join) =>
      join.onRef('m.organisation_id', '=', 'c.organisation_id').onRef('m.id', '=', 'c.patient_id'),
    )
    .innerJoin('patients as p', (join) => join.onRef('p.organisation_id', '=', 'm.organisation_id').on('p.id', '=', inUse));

/** Versions `v` that a reader may see, each with its case `c`, its own record `m`, and its patient `p`. */
export const consentsWithPatients = (db: Db, reach: CaseVisibility) =>
  visibleConsents(db, reach)
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .innerJoin('patients as m', (join) =>
      join.onRef('m.organisation_id', '=', 'c.organisation_id').onRef('m.id', '=', 'c.patient_id'),
    )
    .innerJoin('patients as p', (join) => join.onRef('p.organisation_id', '=', 'm.organisation_id').on('p.id', '=', inUse))
    .where('c.deleted_at', 'is', null);

/**
 * The conditions on a case `c` by one of which words find it: each word in its patient's, as {@link matchingPatient} says, or some the number
 * of the case itself. Apart, as the database then looks each one up once.
 */
export function waysToFind(db: Db, words: readonly string[]): RawBuilder<boolean>[] {
  const ofPatient = (some: readonly string[]) =>
    some.length === 0 ? sql<boolean>`true` : sql<boolean>`exists (${matchingPatient(db, some)})`;
  const numbers = words.flatMap((word) => caseNumberIn(word) ?? []);
  if (numbers.length === 0) return [ofPatient(words)];
  const others = words.filter((word) => caseNumberIn(word) === null);
  const isNumbered = sql.join(
    numbers.map((number) => sql`c.number = ${number}`),
    sql` and `,
  );
  // A hospital's own number of a patient may look the same.
  return [ofPatient(words), sql<boolean>`(${isNumbered} and ${ofPatient(others)})`];
}

/**
 * The record that case `c` was opened for, where each word is found in its names, numbers or birth date, or in those of the record that
 * it is merged into.
 */
function matchingPatient(db: Db, words: readonly string[]) {
  let own = db.selectFrom('patients as p').select(['p.organisation_id', 'p.id']);
  let merged = db
    .selectFrom('patients as p')
    .innerJoin('patients as m', (join) =>
      join.onRef('m.organisation_id', '=', 'p.organisation_id').onRef('m.survivor_id', '=', 'p.id'),
    )
    .select(['m.organisation_id', 'm.id']);
  for (const word of words) {
    own = own.where('p.search', 'like', likeText(word));
    merged = merged.where('p.search', 'like', likeText(word));
  }
  return db
    .selectFrom(own.unionAll(merged).as('found'))
    .select('found.id')
    .where(sql<boolean>`found.organisation_id = c.organisation_id and found.id = c.patient_id`);
}

// Times inside JSON come in the database's own form.
export function versionAsRead(version: VersionSummaryRow): VersionSummaryRow {
  return {
    ...version,
    signed_at: version.signed_at === null ? null : instant(version.signed_at),
    created_at: instant(version.created_at),
    updated_at: instant(version.updated_at),
  };
}

export function patientAsRead(row: PatientRow): PatientRow {
  const merged_at = row.merged_at === null ? null : instant(row.merged_at);
  return { ...row, created_at: instant(row.created_at), updated_at: instant(row.updated_at), merged_at };
}

export function mergedFromAsRead(row: MergedFromRow | null): MergedFromRow | null {
  return row === null ? null : { ...row, merged_at: instant(row.merged_at) };
}
