import { sql, type Kysely } from 'kysely';

/**
 * A version says when it was withdrawn, and whether somebody of the patient's side signed it by a link: figures count both without a
 * look at timelines and signatures. Versions of before get them from there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table consents add column withdrawn_at timestamptz`,
  `alter table consents add column signed_by_link boolean not null default false`,
  `update consents v set withdrawn_at = t.at from timeline t
    where t.organisation_id = v.organisation_id and t.case_id = v.case_id and t.version_id = v.id and t.type = 'WITHDRAWN'`,
  `update consents v set signed_by_link = true from signatures s
    join handovers h on h.organisation_id = s.organisation_id and h.id = s.handover_id and h.link_id is not null
    where s.organisation_id = v.organisation_id and s.consent_id = v.id and s.cancelled_at is null and s.role in ('PATIENT', 'PARENT', 'CHILD')`,
  `create index consents_signed on consents (organisation_id, signed_at) where signed_at is not null`,
  `create index consents_withdrawn on consents (organisation_id, withdrawn_at) where withdrawn_at is not null`,
];
