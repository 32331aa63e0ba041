import { DAY } from '#domain/base/limits.ts';
import { SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import type { UnsentReason } from '#domain/notifications/deliveries.ts';
import type { AccountTables } from '#server/data/tables/account-rows.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import type { MailKind } from '#server/data/tables/account-rows.ts';

type MailKey = { organisationId: string; mailID: string };
/** A mail to somebody who signs, by its link. */
type LinkMail = Pick<AccountTables['mails'], 'kind' | 'address'> & {
  readonly organisationId: string;
  readonly linkId: string;
  readonly news: NotificationKind | null;
};

/** The rules of mails to people who sign, and of news to staff: they belong to the links and to the news, which stand above the mails. */
type MailRules = {
  /** why it goes nowhere any more; null where it goes */
  readonly unsentBecause: (mail: LinkMail, deps: Deps) => Promise<UnsentReason | null>;
  /** marks one that goes nowhere under the lock of its case, once, and does what follows from it. @param mark - whether it was not marked before */
  readonly giveUp: (
    mail: LinkMail & { readonly reason: string },
    deps: Deps,
    mark: (db: Db) => Promise<boolean>,
  ) => Promise<void>;
  /** marks one of news to an account that goes nowhere, once, and lets others hear of it */
  readonly passOn: (
    mail: { readonly organisationId: string; readonly mailId: string },
    deps: Deps,
    mark: (db: Db) => Promise<boolean>,
  ) => Promise<void>;
};

/**
 * Sends one queued mail and marks it as sent, once; one to a signer only where nothing that came meanwhile holds it back. A mail that no server accepts is given up after a day. The text of a sent or
 * given-up mail is deleted, as it may hold a code.
 *
 * @throws the error of the mailer while a retry makes sense
 */
export async function sendMail(key: MailKey, deps: Deps, rules: MailRules): Promise<void> {
  const db = deps.database.db;
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.mailID)
    .executeTakeFirst();
  if (mail === undefined || mail.body === null || mail.state !== 'QUEUED') return;
  const { id, created_at: createdAt, name, address, subject, body, kind, news, link_id: linkId, user_id: userId } = mail;
  const ofLink = linkId === null ? null : { organisationId: key.organisationId, linkId, kind, news, address };
  const giveUp = async (reason: string) => {
    const mark = (trx: Db) => updateMail(trx, key, { state: 'FAILED', body: null, error: reason });
    if (ofLink !== null) return rules.giveUp({ ...ofLink, reason }, deps, mark);
    // That of a mailbox is followed by nothing: the need stays on Home.
    if (kind === 'CASE_NEWS' && userId !== null)
      return rules.passOn({ organisationId: key.organisationId, mailId: id }, deps, mark);
    await mark(db);
  };
  const unsent = ofLink === null ? null : await rules.unsentBecause(ofLink, deps);
  if (unsent !== null) return giveUp(unsent);
  try {
    await deps.mailer.send({ id, createdAt, to: { name, address }, subject, ...body });
  } catch (error) {
    const { reason, isFinal } = error instanceof MailNotTaken ? error : { reason: 'UNKNOWN', isFinal: false };
    const isOver = isFinal || deps.clock() - Date.parse(createdAt) >= triesFor(kind);
    if (!isOver) {
      await updateMail(db, key, { error: reason });
      throw error;
    }
    await giveUp(reason);
    return deps.log.error('a mail was given up', { job: 'MAIL', detail: `${kind} ${reason}` });
  }
  await updateMail(db, key, { state: 'SENT', body: null, error: null, sent_at: new Date(deps.clock()).toISOString() });
}

/** The time for which a mail is retried, ms [choice]: a sign-in code is of no use once the sign-in has ended. */
function triesFor(kind: MailKind): number {
  return kind === 'BACKUP_CODE' ? SIGN_IN_CODE_LIFE : DAY;
}

type Change = Partial<Pick<AccountTables['mails'], 'state' | 'error' | 'sent_at'>> & { body?: null };

/** @returns whether it was waiting still */
async function updateMail(db: Db, { organisationId, mailID }: MailKey, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', mailID)
    .where('state', '=', 'QUEUED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
