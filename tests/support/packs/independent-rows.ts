import { sql } from 'kysely';
import type { TestApp } from '#tests/support/server/app.ts';

/** Joins that lead from rows `t` to their patient, `c.patient_id` or `t.patient_id`: written apart from the catalogue, by whoever knows the tables. */
const VERSION =
  'join consents v on v.organisation_id = t.organisation_id and v.id = t.consent_id join cases c on c.organisation_id = v.organisation_id and c.id = v.case_id';
const CASE = 'join cases c on c.organisation_id = t.organisation_id and c.id = t.case_id';
const WITH =
  'join consents v on v.organisation_id = d.organisation_id and v.id = d.consent_id join cases c on c.organisation_id = v.organisation_id and c.id = v.case_id';
const [BY_VERSION, BY_CASE] = [
  [VERSION, 'c.patient_id'],
  [CASE, 'c.patient_id'],
] as const;
const BY_PATIENT = ['', 't.patient_id'] as const;

/** The tables that a pack must have. */
const PATHS: Readonly<Record<string, readonly [joins: string, patient: string]>> = {
  access_log: BY_PATIENT,
  archivals: [`join documents d on d.organisation_id = t.organisation_id and d.id = t.document_id ${WITH}`, 'c.patient_id'],
  case_ends: BY_CASE,
  cases: BY_PATIENT,
  consents: BY_CASE,
  deliveries: BY_CASE,
  documents: BY_VERSION,
  drawn_files: BY_VERSION,
  handovers: BY_VERSION,
  legal_holds: BY_PATIENT,
  links: BY_VERSION,
  mails: [`join links d on d.organisation_id = t.organisation_id and d.id = t.link_id ${WITH}`, 'c.patient_id'],
  notifications: BY_CASE,
  own_words: BY_VERSION,
  patient_changes: BY_PATIENT,
  patients: ['', 't.id'],
  questions: BY_VERSION,
  recipients: BY_VERSION,
  referral_attachments: BY_CASE,
  referral_messages: BY_CASE,
  referrals: BY_CASE,
  retention_proposals: BY_PATIENT,
  security_log: [
    `join patients p on p.organisation_id = t.organisation_id and t.subject = 'patient P-' || lpad(p.number::text, 6, '0')`,
    'p.id',
  ],
  sheet_codes: BY_CASE,
  signatures: BY_VERSION,
  subject_packs: BY_PATIENT,
  timeline: BY_CASE,
};

/** How many rows each table has of these patients; tables without any are left out. */
export async function independentRows({ database: { db } }: TestApp, ids: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, [joins, patient]] of Object.entries(PATHS)) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)} t ${sql.raw(joins)}
      where ${sql.ref(patient)} = any(${[...ids]}::uuid[])`.execute(db);
    if ((rows[0]?.n ?? 0) > 0) counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}
