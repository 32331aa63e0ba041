import { DAY } from '#domain/base/limits.ts';
import { SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import type { HeldMailReason } from '#domain/notifications/deliveries.ts';
import type { AccountTables } from '#server/data/tables/account-rows.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { MailKind } from '#server/data/tables/account-rows.ts';

type MailKey = { organisationId: string; mailID: string };
/** A mail to somebody who signs, by its link. */
type LinkMail = { readonly organisationId: string; readonly linkId: string; readonly kind: MailKind };

/** The rules of mails to people who sign: they belong to the links, which stand above the mails. */
type LinkMailRules = {
  /** where it goes by now, or why nowhere */
  readonly routeOf: (mail: LinkMail, deps: Deps) => Promise<{ readonly address: string } | { readonly held: HeldMailReason }>;
  /** what follows from one that goes nowhere, in the transaction that says so */
  readonly follow: (mail: LinkMail & { readonly reason: string }, deps: Deps, db: Db) => Promise<void>;
};

/**
 * Sends one queued mail and marks it as sent, once; one to a signer only where nothing that came meanwhile holds it back. A mail that no server accepts is given up after a day. The text of a sent or
 * given-up mail is deleted, as it may hold a code.
 *
 * @throws the error of the mailer while a retry makes sense
 */
export async function sendMail(key: MailKey, deps: Deps, rules: LinkMailRules): Promise<void> {
  const db = deps.database.db;
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.mailID)
    .executeTakeFirst();
  if (mail === undefined || mail.body === null || mail.state !== 'QUEUED') return;
  const { id, created_at: createdAt, name, subject, body, kind, link_id: linkId } = mail;
  const ofLink = linkId === null ? null : { organisationId: key.organisationId, linkId, kind };
  const giveUp = async (reason: string) =>
    inTransaction(db, async (trx) => {
      await updateMail(trx, key, { state: 'FAILED', body: null, error: reason });
      if (ofLink !== null) await rules.follow({ ...ofLink, reason }, deps, trx);
    });
  const route = ofLink === null ? mail : await rules.routeOf(ofLink, deps);
  if ('held' in route) return giveUp(route.held);
  const { address } = route;
  if (address !== mail.address) await updateMail(db, key, { address });
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

type Change = Partial<Pick<AccountTables['mails'], 'state' | 'error' | 'sent_at' | 'address'>> & { body?: null };

async function updateMail(db: Db, { organisationId, mailID }: MailKey, change: Change): Promise<void> {
  await db
    .updateTable('mails')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', mailID)
    .where('state', '=', 'QUEUED')
    .execute();
}
