import type { SecurityEventType } from '#domain/security.ts';
import { noteSecurity, type SecurityNote } from '../data/security-log.ts';
import { fullName, type FullUser } from '../data/users.ts';
import type { StaffActor } from '../http/actor.ts';
import type { Context } from '../http/serve.ts';
import type { Sql } from '../parts.ts';
import type { MailContent } from './mail-bodies.ts';
import { queueMail } from './queue-mail.ts';

/** Somebody's call, as far as the work on accounts needs it. */
export type Visit = Pick<Context, 'sql' | 'parts' | 'now' | 'address' | 'agent'>;

/** The words by which logs and mails call a user; the address until there is a name. */
export function calledName(user: FullUser): string {
  return fullName(user) || user.email;
}

/** Notes what a user did to their own account, in the transaction `sql`. */
export async function noteOwn(
  sql: Sql,
  { parts, address }: Visit,
  user: FullUser,
  { type, detail = '' }: { type: SecurityEventType; detail?: string },
): Promise<void> {
  await noteSecurity(sql, parts, {
    organisationId: user.organisation_id,
    type,
    actor: { id: user.id, name: calledName(user) },
    subject: user.email,
    address,
    detail,
  });
}

/** Notes what a member of staff did to somebody or something else, in the transaction `sql`. */
export async function noteDone(
  sql: Sql,
  { actor, parts, address }: Pick<Context<StaffActor>, 'actor' | 'parts' | 'address'>,
  line: Pick<SecurityNote, 'type' | 'subject' | 'detail'>,
): Promise<void> {
  const { organisationId, userId: id, name } = actor;
  await noteSecurity(sql, parts, { organisationId, actor: { id, name }, address, ...line });
}

/** Queues a mail to a user, in the transaction `sql`. */
export async function mailUser(sql: Sql, { parts }: Pick<Visit, 'parts'>, user: FullUser, content: MailContent): Promise<void> {
  const to = { organisationId: user.organisation_id, userId: user.id, address: user.email, name: calledName(user) };
  await queueMail(sql, parts, to, content);
}
