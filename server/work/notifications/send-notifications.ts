import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import { isSecretFrom } from '#domain/family/family-signers.ts';
import { supportWords } from '#domain/organisation/organisation.ts';
import { notificationRule } from '#domain/notifications/notification-kinds.ts';
import {
  FLOOD_SPAN,
  GATHERED_FOR,
  listedDayWords,
  LONGEST_WAIT,
  MAILINGS_MOST,
} from '#domain/notifications/notification-times.ts';
import { organisationById } from '#server/data/accounts/organisations.ts';
import { fullName, userById } from '#server/data/accounts/users.ts';
import {
  lockDueNotifications,
  mailingsSince,
  putOffNotifications,
  settleNotifications,
  type NotificationRow,
} from '#server/data/notifications/notifications.ts';
import { addLinkToken, latestLinks } from '#server/data/signing/links.ts';
import { newToken } from '#server/data/tokens.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { caseOfNews, type CaseOfNews } from './case-of-news.ts';

/** News that one round works on; the next round takes the others [choice]. */
const PER_ROUND = 100;

/**
 * Queues the mails of the news that is due: all of one person in one mail. News that has been seen to meanwhile, and of whoever may not be
 * written to any more, is dropped.
 *
 * @returns true while more may be due
 */
export async function sendNotifications(deps: Deps): Promise<boolean> {
  return inTransaction(deps.database.db, async (db) => {
    const now = new Date(deps.clock()).toISOString();
    const due = await lockDueNotifications(db, { now, longest: LONGEST_WAIT, most: PER_ROUND });
    const byUser = new Map<string, NotificationRow[]>();
    for (const row of due) {
      if (row.user_id === null) await tellSigner({ db, deps, now }, row);
      else byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row]);
    }
    for (const [userId, rows] of byUser) await tellStaff({ db, deps, now }, userId, rows);
    return due.length === PER_ROUND;
  });
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
  if (isFlooded) return putOffNotifications(db, rows, new Date(deps.clock() + GATHERED_FOR).toISOString());
  const known = await openNews(sending, rows);
  if (known.length === 0) return;
  const news = known.flatMap(({ row, found }) => {
    const words = notificationRule(row.kind).staff?.words;
    const day = row.is_urgent ? found.listedOn : null;
    const listedDay = day === null ? undefined : listedDayWords(day, deps.clock(), deps.settings.timeZone);
    return words === undefined ? [] : [{ words, recordID: row.case_id, ...(listedDay === undefined ? {} : { listedDay }) }];
  });
  await queueMail(
    db,
    deps,
    { organisationId, userId, address: user.email, name: fullName(user) },
    { kind: 'CASE_NEWS', news: [...new Map(news.map((each) => [`${each.recordID} ${each.words}`, each])).values()] },
  );
  await settleNotifications(
    db,
    known.map(({ row }) => row),
    { state: 'SENT', now },
  );
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
  if (rule === undefined || found === undefined || row.address === null) return drop('NO_ADDRESS');
  const { patient, content, role, letterhead, waits } = found;
  if (waits[row.kind] === false) return drop('SEEN_TO');
  if (!mayStartConsent(patient.status)) return drop('PATIENT_TAKES_NONE');
  if (role !== undefined && (isSecretFrom(content, role) || (patient.restricted && isPatientSide(role))))
    return drop('PROTECTED');
  const organisation = await organisationById(db, row.organisation_id);
  const { support_email: email, support_phone: phone } = organisation;
  const token = rule.opens === true ? await tokenOf({ db, deps, now }, row) : undefined;
  if (rule.opens === true && token === undefined) return drop('LINK_ENDED');
  await queueMail(
    db,
    deps,
    { organisationId: row.organisation_id, userId: null, address: row.address, name: row.address },
    {
      kind: 'FORM_NEWS',
      words: rule.words,
      isRinging: rule.isRinging === true,
      organisation: letterhead ?? organisation.name,
      support: supportWords({ email, phone }, deps.settings.supportEmail),
      ...(token === undefined ? {} : { token }),
    },
  );
  await settleNotifications(db, [row], { state: 'SENT', now });
}

/** A new token of the signer's link, whose end and tries stay; none where it has ended. */
async function tokenOf({ db, deps, now }: Sending, row: NotificationRow): Promise<string | undefined> {
  const links = await latestLinks(db, { organisationId: row.organisation_id, id: row.consent_id });
  const link = links.get(row.signing_order ?? 0);
  if (link === undefined || link.ended_at !== null || link.locked_at !== null || link.ends_at <= now) return undefined;
  const token = newToken('l', deps.random);
  await addLinkToken(db, { organisationId: row.organisation_id, linkId: link.id, token, now });
  return token;
}
