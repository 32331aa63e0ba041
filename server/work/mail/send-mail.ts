import { DAY } from '#domain/base/limits.ts';
import { SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import type { AccountTables } from '#server/data/tables/account-rows.ts';
import { linkById, liveLinkById, type LinkKey } from '#server/data/signing/links.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import type { MailKind } from '#server/data/tables/account-rows.ts';

type MailKey = { organisationId: string; mailID: string };

/**
 * Sends one queued mail and marks it as sent, once. A mail that no server accepts is given up after a day. The text of a sent or
 * given-up mail is deleted, as it may hold a code.
 *
 * @throws the error of the mailer while a retry makes sense
 */
export async function sendMail(key: MailKey, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.mailID)
    .executeTakeFirst();
  if (mail === undefined || mail.body === null || mail.state !== 'QUEUED') return;
  const needlessBecause =
    mail.link_id === null ? null : await needless(db, { organisationId: key.organisationId, linkId: mail.link_id }, mail.kind);
  if (needlessBecause !== null) return updateMail(db, key, { state: 'FAILED', body: null, error: needlessBecause });
  const { id, created_at: createdAt, name, address, subject, body } = mail;
  try {
    await deps.mailer.send({ id, createdAt, to: { name, address }, subject, ...body });
  } catch (error) {
    const { reason, isFinal } = error instanceof MailNotTaken ? error : { reason: 'UNKNOWN', isFinal: false };
    const isOver = isFinal || deps.clock() - Date.parse(createdAt) >= triesFor(mail.kind);
    await updateMail(db, key, isOver ? { state: 'FAILED', body: null, error: reason } : { error: reason });
    if (!isOver) throw error;
    return deps.log.error('a mail was given up', { job: 'MAIL', detail: `${mail.kind} ${reason}` });
  }
  await updateMail(db, key, { state: 'SENT', body: null, error: null, sent_at: new Date(deps.clock()).toISOString() });
}

/** The time for which a mail is retried, ms [choice]: a sign-in code is of no use once the sign-in has ended. */
function triesFor(kind: MailKind): number {
  return kind === 'BACKUP_CODE' ? SIGN_IN_CODE_LIFE : DAY;
}

type Change = Partial<Pick<AccountTables['mails'], 'state' | 'error' | 'sent_at'>> & { body?: null };

async function updateMail(db: Db, { organisationId, mailID }: MailKey, change: Change): Promise<void> {
  await db
    .updateTable('mails')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', mailID)
    .where('state', '=', 'QUEUED')
    .execute();
}

/** Kinds of mails that ask for an answer: needless once it is given. */
const ASKING: ReadonlySet<MailKind> = new Set(['LINK', 'LINK_REMINDER']);

/**
 * Why the mail of a link goes nowhere, after what came while it waited: the link ended, the address is protected by now, or the signer has
 * answered; null where it goes.
 */
async function needless(db: Db, key: LinkKey, kind: MailKind): Promise<'LINK_ENDED' | 'ANSWERED' | null> {
  if (kind === 'FORM_NEWS') return (await linkById(db, key))?.address == null ? 'LINK_ENDED' : null;
  const link = await liveLinkById(db, key);
  if (link === undefined) return 'LINK_ENDED';
  if (!ASKING.has(kind)) return null;
  const signers = await recipientsIn(db, { organisationId: key.organisationId, id: link.consent_id });
  const signer = signers.find(({ signing_order: order }) => order === link.signing_order);
  return signer !== undefined && isSignerDone(signer) ? 'ANSWERED' : null;
}
