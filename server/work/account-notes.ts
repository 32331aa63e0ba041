import type { SecurityEventType } from '#domain/security.ts';
import { noteSecurity } from '../data/security-log.ts';
import type { FullUser } from '../data/users.ts';
import type { Context } from '../http/serve.ts';
import type { Sql } from '../parts.ts';
import type { MailContent } from './mail-bodies.ts';
import { queueMail } from './queue-mail.ts';

/** Somebody's call, as far as the work on accounts needs it. */
export type Visit = Pick<Context, 'sql' | 'parts' | 'now' | 'address' | 'agent'>;

/** The words by which logs and mails call a user; the address until there is a name. */
export function calledName({ first_name, last_name, email }: FullUser): string {
  return `${first_name} ${last_name}`.trim() || email;
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

/** Queues a mail to a user, in the transaction `sql`. */
export async function mailUser(sql: Sql, { parts }: Pick<Visit, 'parts'>, user: FullUser, content: MailContent): Promise<void> {
  const to = { organisationId: user.organisation_id, userId: user.id, address: user.email, name: calledName(user) };
  await queueMail(sql, parts, to, content);
}
