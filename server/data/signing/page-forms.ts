import { sql } from 'kysely';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import type { CaseStatus, PatientStatus, SignerState } from '#domain/base/states.ts';
import { ROLE_RULES, SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { Db } from '#server/data/db.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';

/** A form of a signer who may come back to it, and the address at which the hospital writes to them. */
export type PageForm = {
  organisation_id: string;
  consent_id: string;
  signing_order: number;
  role: SignerRole;
  state: SignerState;
  status: CaseStatus;
  sent_at: string;
  updated_at: string;
  content: DraftRowContent;
  ended: CaseEnded | null;
  /** of the case */
  clinician_id: string;
  patient_id: string;
  date_of_birth: string;
  patient_status: PatientStatus;
  restricted: boolean;
  address: string | null;
};

/** Forms that one address or code is looked up in, the newest first [choice]. */
const FORMS_MOST = 200;
const PATIENT_ROLES = SIGNER_ROLES.filter((role) => ROLE_RULES[role].isPatient);

/** The address of a signer: of the last mail to them, else of the record for a patient, else of the form. */
const addressOfSigner = sql<string | null>`coalesce(
  (select l.address from links l where l.organisation_id = r.organisation_id and l.consent_id = r.consent_id
    and l.signing_order = r.signing_order and l.address is not null order by l.created_at desc limit 1),
  case when ${sql.ref('r.role')} in (${sql.join(PATIENT_ROLES)}) then p.email end, r.email)`;

function formsOfSigners(db: Db) {
  return db
    .selectFrom('recipients as r')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'r.organisation_id').onRef('v.id', '=', 'r.consent_id'),
    )
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'c.organisation_id').onRef('p.id', '=', 'c.patient_id'),
    )
    .innerJoin('organisations as o', 'o.id', 'v.organisation_id')
    .select([
      'r.organisation_id',
      'r.consent_id',
      'r.signing_order',
      'r.role',
      'r.state',
      'v.status',
      'v.updated_at',
      'v.content',
      'c.ended',
      'c.clinician_id',
      'c.patient_id',
      'p.date_of_birth',
      'p.status as patient_status',
      'p.restricted',
      sql<string>`v.sent_at`.as('sent_at'),
    ])
    .where('v.sent_at', 'is not', null)
    .where('v.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('o.ended_at', 'is', null)
    .orderBy('v.sent_at', 'desc')
    .limit(FORMS_MOST);
}

/** The forms of everybody whom a hospital writes to at an address. @param address - in lower case */
export async function formsOfAddress(db: Db, address: string): Promise<PageForm[]> {
  const mailed = await formsOfSigners(db)
    .innerJoin('links as l', (join) =>
      join
        .onRef('l.organisation_id', '=', 'r.organisation_id')
        .onRef('l.consent_id', '=', 'r.consent_id')
        .onRef('l.signing_order', '=', 'r.signing_order'),
    )
    .select('l.address')
    .where(sql`lower(l.address)`, '=', address)
    .execute();
  const named = await formsOfSigners(db)
    .select('r.email as address')
    .where(sql`lower(r.email)`, '=', address)
    .execute();
  const own = await formsOfSigners(db)
    .select('p.email as address')
    .where(sql`lower(p.email)`, '=', address)
    .where('r.role', 'in', PATIENT_ROLES)
    .execute();
  return [...mailed, ...named, ...own];
}

/** The signers of the form with a printed code. @param code - as it is stored */
export async function formsOfCode(db: Db, code: string): Promise<PageForm[]> {
  return formsOfSigners(db).select(addressOfSigner.as('address')).where('v.verify_code', '=', code).execute();
}
