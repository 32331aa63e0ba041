import { sql } from 'kysely';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import type { CaseStatus, SignerState } from '#domain/base/states.ts';
import { ROLE_RULES, SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { Db } from '#server/data/db.ts';

/** A form of a signer whom a hospital may write to at an address. */
export type PageForm = {
  organisation_id: string;
  consent_id: string;
  signing_order: number;
  role: SignerRole;
  name: string;
  required: boolean;
  state: SignerState;
  status: CaseStatus;
  /** of the case */
  clinician_id: string;
  patient_id: string;
  sent_at: string;
};

/** Forms that one address or code is looked up in, the newest first [choice]. */
const FORMS_MOST = 200;
const PATIENT_ROLES = SIGNER_ROLES.filter((role) => ROLE_RULES[role].isPatient);

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
    .select(['r.organisation_id', 'r.consent_id', 'r.signing_order', 'r.role', 'r.name', 'r.required', 'r.state', 'v.status'])
    .select(['c.clinician_id', 'c.patient_id', sql<string>`v.sent_at`.as('sent_at')])
    .where('v.sent_at', 'is not', null)
    .where('v.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('o.ended_at', 'is', null)
    .orderBy('v.sent_at', 'desc')
    .limit(FORMS_MOST);
}

/**
 * The forms of everybody whose address this is, on the record or on the form. Whether it is where they are written to today is judged with the
 * form itself.
 *
 * @param address - in lower case
 */
export async function formsOfAddress(db: Db, address: string): Promise<PageForm[]> {
  const named = await formsOfSigners(db)
    .where(sql`lower(r.email)`, '=', address)
    .execute();
  const own = await formsOfSigners(db)
    .where(sql`lower(p.email)`, '=', address)
    .where('r.role', 'in', PATIENT_ROLES)
    .execute();
  return [...named, ...own];
}

/** The signers of the form with a printed code. @param code - as it is stored */
export async function formsOfCode(db: Db, code: string): Promise<PageForm[]> {
  return formsOfSigners(db).where('v.verify_code', '=', code).execute();
}

/** A form of one person, with all that its own page depends on. */
export type OwnForm = PageForm & {
  /** of the adult in the family part of the form */
  party: string | null;
  email: string | null;
  caseNumber: number;
  case_id: string;
  version_number: number;
  signed_at: string | null;
  updated_at: string;
  ended: CaseEnded | null;
  date_of_birth: string;
  content: DraftRowContent;
};

type OfPerson = { readonly organisationId: string; readonly patientId: string; readonly role: SignerRole };

/** The forms about one patient in which somebody signs in a role, the newest first; the patient's own are those of a child and of an adult. */
export async function formsAboutPatient(db: Db, { organisationId, patientId, role }: OfPerson): Promise<OwnForm[]> {
  return formsOfSigners(db)
    .select(['r.party', 'r.email', 'c.number as caseNumber', 'v.case_id', 'v.version_number'])
    .select(['v.signed_at', 'v.updated_at', 'c.ended', 'p.date_of_birth', 'v.content'])
    .where('c.organisation_id', '=', organisationId)
    .where('c.patient_id', '=', patientId)
    .where('r.role', 'in', ROLE_RULES[role].isPatient ? PATIENT_ROLES : [role])
    .execute();
}
