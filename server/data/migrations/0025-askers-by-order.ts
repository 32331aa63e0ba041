import { sql, type Kysely } from 'kysely';

/**
 * A question has the role and the place of its asker: a signer reads their own questions alone. Questions from before get them from the
 * one signer of that name who was there when it was asked; where two have it, or nobody any more, they stay empty, and only staff read
 * the question.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table questions add column role text`,
  `alter table questions add column signing_order integer`,
  `update questions q set role = r.role, signing_order = r.signing_order from recipients r
    where r.organisation_id = q.organisation_id and r.consent_id = q.consent_id and r.name = q.asked_by
    and exists (select from consents v where v.organisation_id = q.organisation_id and v.id = q.consent_id and v.sent_at <= q.asked_at)
    and not exists (select from recipients o where o.organisation_id = q.organisation_id and o.consent_id = q.consent_id
      and o.name = q.asked_by and o.signing_order <> r.signing_order)`,
];
