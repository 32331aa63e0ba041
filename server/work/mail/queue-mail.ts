import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import { EmailAddress } from '#domain/values/text.ts';
import * as v from 'valibot';
import { queueJob } from '#server/data/jobs/jobs.ts';
import { json } from '#server/data/json.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { isToSigner, mailBody, type MailContent } from './bodies.ts';
import { refuseWithoutSetup } from './message-setup.ts';

/** The recipient of a mail. */
export type MailTo = {
  organisationId: string;
  userId: string | null;
  address: string;
  name: string;
  /** of a mail with a link for a signer */
  linkId?: string;
  /** of a mail about what has happened to a form */
  news?: NotificationKind | null;
};

/**
 * Queues a mail in the transaction of its cause: both are stored, or neither. A job sends it.
 *
 * @returns its id
 * @throws Refused SETUP_NEEDED for one to a patient or a signer, while the organisation lacks telephone or notice
 * @throws NoMailAddress for an address that could be more than one address; a name is made one line
 */
export async function queueMail(
  db: Db,
  { newId, clock, settings, publicOrigin }: Pick<Deps, 'newId' | 'clock' | 'settings' | 'publicOrigin'>,
  { organisationId, userId, address, name, linkId, news }: MailTo,
  content: MailContent,
): Promise<string> {
  if (!v.is(EmailAddress, address)) throw new NoMailAddress();
  if (isToSigner(content)) await refuseWithoutSetup(db, organisationId);
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
      link_id: linkId ?? null,
      kind: content.kind,
      news: news ?? null,
      address,
      name: name === address ? '' : oneLine(name),
      subject: oneLine(subject),
      body: json(body.sender === undefined ? body : { ...body, sender: { ...body.sender, name: oneLine(body.sender.name) } }),
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
  return id;
}

/** A mail without a valid address: every address was checked on input, so this is a defect. */
class NoMailAddress extends Error {
  override name = 'NoMailAddress';
}

// Line breaks, other controls and direction overrides, against header injection and spoofed text.
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
