import type { Confirmation } from '#domain/confirm-state.ts';
import type { PatientStatus, SealState } from '#domain/states.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { CaseRow, CaseVisibility } from './cases.ts';
import { casesWithPatients, nameOf } from './summary-columns.ts';

/** A case with all that its light depends on. */
export type ListedCaseRow = CaseRow & {
  patient_status: PatientStatus;
  /** author of the last change of the listing; empty where nobody ever listed the case */
  listed_by_name: string;
  operator_name: string;
  /** of the version in force; null where there is none */
  seal_state: SealState | null;
  signed_at: string | null;
  signed_by_clinician: string | null;
  confirmation: Confirmation | null;
  child_said_no: boolean | null;
  /** whether the newest version of all was signed, and voided */
  is_last_voided: boolean;
  /** whether a question waits on the version in force, else on the newest one */
  has_open_question: boolean;
};

/** These cases, as far as the reader may see them, in no order. */
export async function listedCases(db: Db, reach: CaseVisibility, ids: readonly string[]): Promise<ListedCaseRow[]> {
  if (ids.length === 0) return [];
  return casesWithPatients(db, reach)
    .leftJoin('consents as f', (join) =>
      join
        .onRef('f.organisation_id', '=', 'c.organisation_id')
        .onRef('f.id', '=', 'c.in_force_consent_id')
        .on('f.deleted_at', 'is', null),
    )
    .leftJoin('users as w', (join) => join.onRef('w.organisation_id', '=', 'c.organisation_id').onRef('w.id', '=', 'c.listed_by'))
    .leftJoin('users as o', (join) =>
      join.onRef('o.organisation_id', '=', 'c.organisation_id').onRef('o.id', '=', 'c.operator_id'),
    )
    .where('c.id', 'in', ids)
    .selectAll('c')
    .select([
      'p.status as patient_status',
      nameOf('w').as('listed_by_name'),
      nameOf('o').as('operator_name'),
      'f.seal_state',
      'f.signed_at',
      'f.clinician_id as signed_by_clinician',
      'f.confirmation',
      'f.child_said_no',
      sql<boolean>`coalesce((select n.status = 'VOIDED' and n.signed_at is not null from consents n where n.organisation_id = c.organisation_id
        and n.case_id = c.id and n.deleted_at is null order by n.version_number desc limit 1), false)`.as('is_last_voided'),
      sql<boolean>`exists (select from questions q where q.organisation_id = c.organisation_id
        and q.consent_id = coalesce(c.in_force_consent_id, c.current_consent_id) and q.answer is null)`.as('has_open_question'),
    ])
    .execute();
}
