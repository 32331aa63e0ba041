import { holdersOf } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { mailUser } from '#server/work/accounts/security-events.ts';
import type { RetentionMail } from '#server/work/mail/texts.ts';

/** Mails everybody who may stop a deletion, whoever decided first among them, in the transaction of the decision. */
export async function tellAdministrators(context: Context<StaffActor>, kind: RetentionMail['kind']): Promise<void> {
  const { db, actor, deps } = context;
  const administrators = await holdersOf(db, actor.organisationId, {
    permissions: ['organisation.manage'],
    today: todayOf(deps),
  });
  for (const each of administrators) await mailUser(db, context, each, { kind });
}
