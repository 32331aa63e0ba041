import type { Confirmation } from '#domain/confirm-state.ts';
import type { CaseStatus, FormType, SealState, SignerRole, VoidKind } from '#domain/states.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { visibleCases, type CaseVisibility } from './cases.ts';
import { visibleConsents } from './consents.ts';
import { instant } from '#server/data/open/values.ts';
import { likeText } from '#server/data/paging.ts';
import type { PatientRow } from './patients.ts';

// The columns of lists. In these queries a case is `c`, its patient `p`, a version `v`, and its clinician `w`.

/** A version as a line of a list needs it. */
export type VersionSummary = {
  id: string;
  case_id: string;
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
  waiting_for: SignerRole[];
  created_at: string;
  updated_at: string;
};

/** First and last name of the joined user; empty without one. */
export const nameOf = (user: 'u' | 'w' | 'o' | 's') =>
  sql<string>`trim(coalesce(${sql.ref(`${user}.first_name`)}, '') || ' ' || coalesce(${sql.ref(`${user}.last_name`)}, ''))`;

// Only what a line shows is taken from the content: the risks of each procedure weigh more than all of its lines.
export const versionSummary = sql<VersionSummary>`jsonb_build_object(
  'id', v.id, 'case_id', v.case_id, 'version_number', v.version_number, 'form_type', v.form_type, 'status', v.status,
  'seal_state', v.seal_state, 'signed_at', v.signed_at, 'void_kind', v.void_kind, 'origin', case when v.origin is null then null else jsonb_build_object('kind', v.origin -> 'kind') end, 'confirmation', v.confirmation, 'child_said_no', v.child_said_no,
  'active_tab', v.active_tab,
  'clinician_id', v.clinician_id, 'clinician_name', ${nameOf('w')}, 'operator_id', c.operator_id, 'created_at', v.created_at, 'updated_at', v.updated_at,
  'procedures', (select coalesce(jsonb_agg(jsonb_build_object('procedureName', e.one->'procedureName', 'side', e.one->'side', 'site', e.one->'site') order by e.nth), '[]')
    from jsonb_array_elements(v.content->'procedures') with ordinality as e(one, nth)),
  'waiting_for', (select coalesce(jsonb_agg(r.role order by r.signing_order), '[]') from recipients r
    where r.organisation_id = v.organisation_id and r.consent_id = v.id and r.state not in ('SIGNED', 'DECLINED', 'EXPIRED')))`;

/** The whole row of the patient, but for the text that searches run over. */
export const patientRow = sql<PatientRow>`to_jsonb(p) - 'search'`;

/** Cases `c` that a reader may see, each with its patient `p`. */
export const casesWithPatients = (db: Db, reach: CaseVisibility) =>
  visibleCases(db, reach).innerJoin('patients as p', (join) =>
    join.onRef('p.organisation_id', '=', 'c.organisation_id').onRef('p.id', '=', 'c.patient_id'),
  );

/** Versions `v` that a reader may see, each with its case `c`, its patient `p` and its clinician `w`. */
export const consentsWithPatients = (db: Db, reach: CaseVisibility) =>
  visibleConsents(db, reach)
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'c.organisation_id').onRef('p.id', '=', 'c.patient_id'),
    )
    .leftJoin('users as w', (join) =>
      join.onRef('w.organisation_id', '=', 'v.organisation_id').onRef('w.id', '=', 'v.clinician_id'),
    )
    .where('c.deleted_at', 'is', null);

/** The patient of case `c`, where each word is found in their names, numbers or birth date. */
export function matchingPatient(db: Db, words: readonly string[]) {
  let query = db
    .selectFrom('patients as p')
    .select('p.id')
    .where(sql<boolean>`p.organisation_id = c.organisation_id and p.id = c.patient_id`);
  for (const word of words) query = query.where('p.search', 'like', likeText(word));
  return query;
}

// Times inside JSON come in the database's own form.
export function versionAsRead(version: VersionSummary): VersionSummary {
  return {
    ...version,
    signed_at: version.signed_at === null ? null : instant(version.signed_at),
    created_at: instant(version.created_at),
    updated_at: instant(version.updated_at),
  };
}

export function patientAsRead(row: PatientRow): PatientRow {
  return { ...row, created_at: instant(row.created_at), updated_at: instant(row.updated_at) };
}
