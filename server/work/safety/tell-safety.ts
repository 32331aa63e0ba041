import { reportNumber, UNSEEN_AFTER } from '#domain/safety/safety-report.ts';
import { holdersOf } from '#server/data/accounts/users.ts';
import { organisationById } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import { lockReport, unseenHarm, updateReport, type ReportRow } from '#server/data/safety/safety-reports.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { mailUser } from '#server/work/accounts/security-events.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';

/** Reports that one round tells again; the next round takes the others [choice]. */
const REPORTS_PER_ROUND = 50;

type Mailed = Pick<ReportRow, 'organisation_id' | 'number' | 'harm'>;

/** Mails that there is a report, without its words: to those whom the organisation names, else to everybody who manages it. */
export async function tellOfReport(db: Db, deps: Deps, report: Mailed, isAgain = false): Promise<void> {
  const organisationId = report.organisation_id;
  const mail = {
    kind: 'SAFETY_REPORT',
    number: reportNumber(report.number),
    isHarm: report.harm === 'YES',
    isAgain,
  } as const;
  const { safety_contacts: contacts } = await organisationById(db, organisationId);
  const people = await holdersOf(db, organisationId, { permissions: ['organisation.manage'], today: todayOf(deps) });
  const readers = new Set(people.map(({ email }) => email.toLowerCase()));
  for (const address of contacts) {
    const canRead = readers.has(address.toLowerCase());
    await queueMail(db, deps, { organisationId, userId: null, address, name: address }, { ...mail, canRead });
  }
  if (contacts.length > 0) return;
  for (const each of people) await mailUser(db, { deps }, each, { ...mail, canRead: true });
}

/**
 * Tells once more of harm that nobody has seen for an hour.
 *
 * @returns true while more may be due
 */
export async function tellUnseenHarm(deps: Deps): Promise<boolean> {
  const now = new Date(deps.clock()).toISOString();
  const before = new Date(deps.clock() - UNSEEN_AFTER).toISOString();
  const due = await unseenHarm(deps.database.db, { before, now, most: REPORTS_PER_ROUND });
  for (const key of due)
    await inTransaction(deps.database.db, async (db) => {
      const report = await lockReport(db, key);
      // Somebody has seen it, or another server has told of it.
      if (report?.state !== 'NEW' || report.told_again_at !== null) return;
      await updateReport(db, key, { told_again_at: now });
      await tellOfReport(db, deps, report, true);
    }).catch((error: unknown) =>
      deps.log.error('a report could not be told again', { error: error instanceof Error ? error.name : 'unknown' }),
    );
  return due.length === REPORTS_PER_ROUND;
}
