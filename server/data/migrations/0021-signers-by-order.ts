import { sql, type Kysely } from 'kysely';

/**
 * A signer of a version is its place in the signing order: two parents sign in one role. `required`: the version is signed once all of
 * these have. `attests`: the order of the signer whose mark or spoken agreement a witness attests. `disagreement`: the outcome that a
 * clinician recorded while the form was out.
 */
const STATEMENTS = [
  `alter table recipients drop constraint recipients_pkey`,
  `alter table recipients add primary key (organisation_id, consent_id, signing_order)`,
  `alter table recipients add column required boolean not null default true`,
  `alter table recipients add column attests integer`,
  `alter table recipients add column party text`,
  `alter table signatures add column signing_order integer`,
  `update signatures s set signing_order = r.signing_order from recipients r
    where r.organisation_id = s.organisation_id and r.consent_id = s.consent_id and r.role = s.role and s.cancelled_at is null`,
  `drop index signatures_once`,
  `create unique index signatures_once on signatures (organisation_id, consent_id, signing_order) where cancelled_at is null`,
  `alter table consents add column parent_comments text not null default ''`,
  `alter table consents add column disagreement jsonb`,
  `alter table consents add column child_said_no boolean not null default false`,
  // Forms of before have no part for a family or for a decision in somebody's best interests.
  `update consents set content =
    '{"basis":null,"parents":[],"lookedAfter":null,"needsAllAdults":false,"disagreement":null,"child":null,"capacity":null}'::jsonb || content`,
  `alter table handovers add column signing_order integer`,
  `update handovers h set signing_order = r.signing_order from recipients r
    where r.organisation_id = h.organisation_id and r.consent_id = h.consent_id and r.role = h.role`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
