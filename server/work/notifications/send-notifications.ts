import { DAY } from '#domain/base/limits.ts';
import { supportWords } from '#domain/organisation/organisation.ts';
import { notificationRule } from '#domain/notifications/notification-kinds.ts';
import {
  FLOOD_SPAN,
  GATHERED_FOR,
  listedDayWords,
  LONGEST_WAIT,
  MAILINGS_MOST,
} from '#domain/notifications/notification-times.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { organisationById } from '#server/data/accounts/organisations.ts';
import { fullName, userById } from '#server/data/accounts/users.ts';
import {
  dueNotifications,
  lockNotifications,
  mailingsSince,
  putOffNotifications,
  settleNotifications,
  type NotificationRow,
} from '#server/data/notifications/notifications.ts';
import { addLinkToken } from '#server/data/signing/links.ts';
import { newToken } from '#server/data/tokens.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { caseOfNews, type CaseOfNews } from './case-of-news.ts';

/** News that one round works on; the next round takes the others [choice]. */
const PER_ROUND = 100;

/** News that could not be sent for so long is dropped, ms [choice]. */
const DROPPED_AFTER = DAY;

/**
 * Queues the mails of the news that is due: all of one person in one mail, and in a transaction of their own, so that nobody waits for
 * news that cannot be sent. News that has been seen to meanwhile, and of whoever may not be written to any more, is dropped.
 *
 * @returns true while more may be due
 */
export async function sendNotifications(deps: Deps): Promise<boolean> {
  const db = deps.database.db;
  const now = new Date(deps.clock()).toISOString();
  const due = await dueNotifications(db, { now, longest: LONGEST_WAIT, most: PER_ROUND });
  const byPerson = new Map<string, NotificationRow[]>();
  for (const row of due) {
    const person = row.user_id ?? `${row.consent_id} ${row.recipient}`;
    byPerson.set(person, [...(byPerson.get(person) ?? []), row]);
  }
  for (const rows of byPerson.values())
    await inTransaction(db, async (trx) => tell({ db: trx, deps, now }, await lockNotifications(trx, rows))).catch(
      (error: unknown) => putOff(deps, rows, error),
    );
  return due.length === PER_ROUND;
}

async function tell(sending: Sending, rows: readonly NotificationRow[]): Promise<void> {
  const userId = rows[0]?.user_id ?? null;
  if (userId !== null) return tellStaff(sending, userId, rows);
  for (const row of rows) await tellSigner(sending, row);
}

/** News that cannot be sent waits, and is dropped after a day. */
async function putOff({ database, clock, log }: Deps, rows: readonly NotificationRow[], error: unknown): Promise<void> {
  const now = new Date(clock()).toISOString();
  log.error('news of a case could not be sent', { error: error instanceof Error ? error.name : 'unknown' });
  const isOver = (row: NotificationRow) => clock() - Date.parse(row.due_at) >= DROPPED_AFTER;
  const late = rows.filter((row) => isOver(row));
  await settleNotifications(database.db, late, { state: 'DROPPED', reason: 'FAILED', now });
  const open = rows.filter((row) => !isOver(row));
  await putOffNotifications(database.db, open, new Date(clock() + GATHERED_FOR).toISOString());
}

type Sending = { readonly db: Db; readonly deps: Deps; readonly now: string };
type Known = { readonly row: NotificationRow; readonly found: CaseOfNews };

async function tellStaff(sending: Sending, userId: string, rows: readonly NotificationRow[]): Promise<void> {
  const { db, deps, now } = sending;
  const organisationId = rows[0]?.organisation_id ?? '';
  const user = await userById(db, organisationId, userId);
  if (user?.status !== 'ACTIVE') return settleNotifications(db, rows, { state: 'DROPPED', reason: 'NOT_ACTIVE', now });
  const since = new Date(deps.clock() - FLOOD_SPAN).toISOString();
  const isFlooded = (await mailingsSince(db, { organisationId, userId, since, now })) >= MAILINGS_MOST;
  if (isFlooded && !rows.some(({ is_urgent }) => is_urgent))
    return putOffNotifications(db, rows, new Date(deps.clock() + GATHERED_FOR).toISOString());
  const known = await openNews(sending, rows);
  if (known.length === 0) return;
  const news = known.flatMap(({ row, found }) => {
    const words = notificationRule(row.kind).staff?.words;
    const day = row.is_urgent ? found.listedOn : null;
    const listedDay = day === null ? undefined : listedDayWords(day, deps.clock(), deps.settings.timeZone);
    return words === undefined
      ? []
      : [{ words, recordID: row.case_id, caseNumber: found.caseNumber, ...(listedDay === undefined ? {} : { listedDay }) }];
  });
  await queueMail(
    db,
    deps,
    { organisationId, userId, address: user.email, name: fullName(user) },
    { kind: 'CASE_NEWS', news: [...new Map(news.map((each) => [`${each.recordID} ${each.words}`, each])).values()] },
  );
  const sent = known.map(({ row }) => row);
  await settleNotifications(db, sent, { state: 'SENT', now });
}

/** The news that is still worth telling; the rest is dropped. */
async function openNews({ db, now }: Sending, rows: readonly NotificationRow[]): Promise<Known[]> {
  const known: Known[] = [];
  for (const row of rows) {
    const found = await caseOfNews(db, row);
    if (found?.waits[row.kind] === false || found === undefined)
      await settleNotifications(db, [row], { state: 'DROPPED', reason: 'SEEN_TO', now });
    else known.push({ row, found });
  }
  return known;
}

async function tellSigner({ db, deps, now }: Sending, row: NotificationRow): Promise<void> {
  const drop = (reason: string) => settleNotifications(db, [row], { state: 'DROPPED', reason, now });
  const rule = notificationRule(row.kind).signers;
  const found = await caseOfNews(db, row);
  const link = found?.link;
  // Where the patient's details are protected the address is gone from the link.
  if (rule === undefined || found === undefined || link?.address == null) return drop('NO_ADDRESS');
  if (found.waits[row.kind] === false) return drop('SEEN_TO');
  const { patient, content, letterhead } = found;
  if (!isReachable({ role: link.role, patient, form: content })) return drop('NOT_REACHABLE');
  const organisation = await organisationById(db, row.organisation_id);
  const { support_email: email, support_phone: phone } = organisation;
  const isOpen = link.ended_at === null && link.locked_at === null && link.ends_at > now;
  if (rule.opens === true && !isOpen) return drop('LINK_ENDED');
  const common = {
    words: rule.words,
    endsWithContact: rule.endsWithContact === true,
    organisation: letterhead ?? organisation.name,
    caseNumber: found.caseNumber,
    support: supportWords({ email, phone }, deps.settings.supportEmail),
  };
  const token = newToken('l', deps.random);
  const key = { organisationId: row.organisation_id, linkId: link.id };
  if (rule.opens === true) await addLinkToken(db, { ...key, token, now });
  await queueMail(
    db,
    deps,
    { organisationId: key.organisationId, userId: null, address: link.address, name: link.address, linkId: link.id },
    rule.opens === true ? { kind: 'LINK_NEWS', ...common, token } : { kind: 'FORM_NEWS', ...common },
  );
  await settleNotifications(db, [row], { state: 'SENT', now });
}
