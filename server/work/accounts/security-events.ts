import type { SecurityEventType } from '#domain/audit/security.ts';
import { insertSecurityEvent, type NewSecurityEvent } from '#server/data/accounts/security-log.ts';
import { fullName, type FullUser } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import type { Db } from '#server/data/db.ts';
import type { MailContent } from '#server/work/mail/bodies.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';

/** The parts of a call that the work on accounts needs. */
export type RequestInfo = Pick<Context, 'db' | 'deps' | 'now' | 'address' | 'agent'>;

/** The words by which logs and mails call a user; the address until there is a name. */
export function calledName(user: FullUser): string {
  return fullName(user) || user.email;
}

/** Logs an event of a user on their own account, in the transaction `db`. */
export async function logOwnSecurityEvent(
  db: Db,
  { deps, address }: RequestInfo,
  user: FullUser,
  { type, detail = '' }: { type: SecurityEventType; detail?: string },
): Promise<void> {
  await insertSecurityEvent(db, deps, {
    organisationId: user.organisation_id,
    type,
    actor: { id: user.id, name: calledName(user) },
    subject: user.email,
    address,
    detail,
  });
}

/** Logs an event of a member of staff on another account or thing, in the transaction `db`. */
export async function logStaffSecurityEvent(
  db: Db,
  { actor, deps, address }: Pick<Context<StaffActor>, 'actor' | 'deps' | 'address'>,
  line: Pick<NewSecurityEvent, 'type' | 'subject' | 'detail'>,
): Promise<void> {
  const { organisationId, userId: id, name } = actor;
  await insertSecurityEvent(db, deps, { organisationId, actor: { id, name }, address, ...line });
}

/** Queues a mail to a user, in the transaction `db`. */
export async function mailUser(db: Db, { deps }: Pick<RequestInfo, 'deps'>, user: FullUser, content: MailContent): Promise<void> {
  const to = { organisationId: user.organisation_id, userId: user.id, address: user.email, name: calledName(user) };
  await queueMail(db, deps, to, content);
}
