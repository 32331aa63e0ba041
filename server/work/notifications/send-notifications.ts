import { DAY } from '#domain/base/limits.ts';
import { isAhead } from '#domain/notifications/listed-ahead.ts';
import { FLOOD_SPAN, GATHERED_FOR, LONGEST_WAIT, MAILINGS_MOST } from '#domain/notifications/notification-times.ts';
import { wantsNews } from '#domain/notifications/message-wishes.ts';
import { fullName, userById } from '#server/data/accounts/users.ts';
import {
  dueNotifications,
  lockNotifications,
  mailingsSince,
  putOffNotifications,
  settleNotifications,
  type NotificationRow,
} from '#server/data/notifications/notifications.ts';
import { aheadOf } from '#server/data/notifications/message-settings.ts';
import { teamById } from '#server/data/notifications/teams.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { caseOfNews, type CaseOfNews } from './case-of-news.ts';
import { listedAhead, type ListedAhead } from './listed-ahead.ts';
import { newsLines, type OpenNews } from './news-lines.ts';
import { passOn } from './pass-on.ts';
import { tellSigner, type Telling } from './tell-signer.ts';

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
    const person =
      row.user_id ?? row.team_id ?? `${row.to_contact === true ? row.organisation_id : row.consent_id} ${row.recipient}`;
    byPerson.set(person, [...(byPerson.get(person) ?? []), row]);
  }
  for (const rows of byPerson.values())
    await inTransaction(db, async (trx) => tell({ db: trx, deps, now }, await lockNotifications(trx, rows, now))).catch(
      (error: unknown) => putOff(deps, rows, error),
    );
  return due.length === PER_ROUND;
}

async function tell(sending: Telling, rows: readonly NotificationRow[]): Promise<void> {
  const userId = rows[0]?.user_id ?? null;
  if (userId !== null) return tellStaff(sending, userId, rows);
  const teamId = rows[0]?.team_id ?? null;
  if (teamId !== null) return tellTeam(sending, teamId, rows);
  if (rows[0]?.to_contact === true) return tellContact(sending, rows);
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

async function tellStaff(sending: Telling, userId: string, rows: readonly NotificationRow[]): Promise<void> {
  const { db, deps, now } = sending;
  const organisationId = rows[0]?.organisation_id ?? '';
  const user = await userById(db, organisationId, userId);
  if (user?.status !== 'ACTIVE') {
    await passOn(sending, rows);
    return settleNotifications(db, rows, { state: 'DROPPED', reason: 'NOT_ACTIVE', now });
  }
  const since = new Date(deps.clock() - FLOOD_SPAN).toISOString();
  const isFlooded = (await mailingsSince(db, { organisationId, userId, since, now })) >= MAILINGS_MOST;
  if (isFlooded && !rows.some(({ is_urgent }) => is_urgent))
    return putOffNotifications(db, rows, new Date(deps.clock() + GATHERED_FOR).toISOString());
  const unwanted = rows.filter((row) => !wantsNews(user.messages_off, row));
  await settleNotifications(db, unwanted, { state: 'DROPPED', reason: 'OFF', now });
  const known = await openNews(
    sending,
    rows.filter((row) => !unwanted.includes(row)),
  );
  if (known.length === 0) return;
  const mailId = await queueMail(
    db,
    deps,
    { organisationId, userId, address: user.email, name: fullName(user) },
    { kind: 'CASE_NEWS', news: newsLines(known, deps) },
  );
  await markSent(sending, known, { mailId });
}

/** Queues the mail of news for the mailbox of a team; where it has none any more the news is dropped, and the need stays on Home. */
async function tellTeam(sending: Telling, teamId: string, rows: readonly NotificationRow[]): Promise<void> {
  const { db, now } = sending;
  const organisationId = rows[0]?.organisation_id ?? '';
  const team = await teamById(db, organisationId, teamId);
  if (team === undefined) return settleNotifications(db, rows, { state: 'DROPPED', reason: 'NO_ADDRESS', now });
  await tellMailbox(sending, rows, { ...team, mailbox: 'TEAM' });
}

/** Queues the mail of news for whom the organisation names for what is urgent; where it names nobody any more the news is dropped. */
async function tellContact(sending: Telling, rows: readonly NotificationRow[]): Promise<void> {
  const { db, now } = sending;
  const { urgentContact } = await aheadOf(db, rows[0]?.organisation_id ?? '');
  if (urgentContact === null) return settleNotifications(db, rows, { state: 'DROPPED', reason: 'NO_ADDRESS', now });
  await tellMailbox(sending, rows, { ...urgentContact, mailbox: 'CONTACT' });
}

type Mailbox = { readonly name: string; readonly email: string; readonly mailbox: 'TEAM' | 'CONTACT' };

async function tellMailbox(sending: Telling, rows: readonly NotificationRow[], { name, email, mailbox }: Mailbox): Promise<void> {
  const { db, deps } = sending;
  const known = await openNews(sending, rows);
  if (known.length === 0) return;
  await queueMail(
    db,
    deps,
    { organisationId: rows[0]?.organisation_id ?? '', userId: null, address: email, name },
    { kind: 'CASE_NEWS', news: newsLines(known, deps), mailbox },
  );
  await markSent(sending, known);
}

async function markSent({ db, now }: Telling, known: readonly OpenNews[], by: { readonly mailId?: string } = {}): Promise<void> {
  await settleNotifications(
    db,
    known.map(({ row }) => row),
    { state: 'SENT', now, ...by },
  );
}

/** The news of one user that is still worth telling; the rest is dropped. */
async function openNews({ db, deps, now }: Telling, rows: readonly NotificationRow[]): Promise<OpenNews[]> {
  const organisationId = rows[0]?.organisation_id ?? '';
  const ids = rows.flatMap((row) => (isAhead(row.kind) ? [row.case_id] : []));
  const ahead = ids.length === 0 ? [] : await listedAhead(db, deps, { organisationId, ids });
  const known: OpenNews[] = [];
  for (const row of rows) {
    const found = isAhead(row.kind) ? stillAhead(row, ahead) : await stillOpen(db, row);
    if (found === undefined) await settleNotifications(db, [row], { state: 'DROPPED', reason: 'SEEN_TO', now });
    else known.push({ row, listedOn: found.listedOn, caseNumber: found.caseNumber });
  }
  return known;
}

/** The case of an event; undefined once somebody has seen to it. */
async function stillOpen(db: Db, row: NotificationRow): Promise<CaseOfNews | undefined> {
  const found = await caseOfNews(db, row);
  return found?.waits[row.kind] === false ? undefined : found;
}

/** A case that is listed; undefined where the news is not true of it any more, or of others than these. */
function stillAhead(
  { kind, case_id, user_id, team_id }: NotificationRow,
  ahead: readonly ListedAhead[],
): ListedAhead | undefined {
  const found = ahead.find(({ caseId }) => caseId === case_id);
  const isTrue =
    found?.kinds.some((each) => each === kind) === true &&
    (team_id === null ? found.users.some((each) => each === user_id) : found.teamId === team_id);
  return isTrue ? found : undefined;
}
