import { EmailAddress } from '#domain/text.ts';
import * as v from 'valibot';
import { queueJob } from '#server/data/jobs.ts';
import { json } from '#server/data/open/json.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { mailBody, type MailContent } from './bodies.ts';

/** Whom a mail goes to. */
export type MailTo = { organisationId: string; userId: string | null; address: string; name: string };

/**
 * Queues a mail in the transaction of its cause: both are kept, or neither. It goes out once a job takes it.
 *
 * @throws NoMailAddress for an address that could be more than one address; a name is made one line
 */
export async function queueMail(
  db: Db,
  { newId, clock, settings, publicOrigin }: Pick<Deps, 'newId' | 'clock' | 'settings' | 'publicOrigin'>,
  { organisationId, userId, address, name }: MailTo,
  content: MailContent,
): Promise<void> {
  if (!v.is(EmailAddress, address)) throw new NoMailAddress();
  const id = newId();
  const now = new Date(clock()).toISOString();
  const { subject, body } = mailBody(content, {
    productName: settings.productName,
    supportEmail: settings.supportEmail,
    publicOrigin,
  });
  await db
    .insertInto('mails')
    .values({
      organisation_id: organisationId,
      id,
      user_id: userId,
      kind: content.kind,
      address,
      name: name === address ? '' : oneLine(name),
      subject: oneLine(subject),
      body: json(body),
      state: 'QUEUED',
      error: null,
      created_at: now,
      sent_at: null,
    })
    .execute();
  await queueJob(db, {
    id: newId(),
    organisation_id: organisationId,
    kind: 'MAIL',
    payload: { mailID: id },
    dedup: `mail:${id}`,
    created_at: now,
  });
}

/** A mail has no address to go to: every address was checked when it came in, so this is a mistake of ours. */
class NoMailAddress extends Error {
  override name = 'NoMailAddress';
}

// Line breaks, other controls and direction overrides: what headers are broken with, and what shows other than it is.
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
