import type { StuckMail, StuckSeal } from '#contract/status.ts';
import { FAILED_MAIL_SHOWN, MAIL_LATE, SEAL_LATE } from '#domain/organisation/server-warnings.ts';
import type { Db } from '#server/data/db.ts';
import { stuckMails, stuckSeals } from '#server/data/jobs/stuck-work.ts';
import type { Deps } from '#server/deps.ts';
import { mailErrorWords, sealErrorWords } from './error-words.ts';

/** The mails and seals of an organisation that are stuck: nobody is shown an address, a text or a patient here. */
export async function stuckWork(
  db: Db,
  organisationId: string,
  { clock }: Pick<Deps, 'clock'>,
): Promise<{ mails: StuckMail[]; seals: StuckSeal[] }> {
  const before = (age: number) => new Date(clock() - age).toISOString();
  const mails = await stuckMails(db, { organisationId, queuedBefore: before(MAIL_LATE), failedSince: before(FAILED_MAIL_SHOWN) });
  const seals = await stuckSeals(db, { organisationId, signedBefore: before(SEAL_LATE) });
  return {
    mails: mails.map(({ id, kind, state, created_at, error, attempts, case_id }) => ({
      id,
      kind,
      state,
      createdAt: created_at,
      attempts: attempts ?? 0,
      lastError: error === null ? null : mailErrorWords(error),
      recordID: case_id,
    })),
    seals: seals.map(({ id, case_id, signed_at, attempts, last_error }) => ({
      recordID: case_id,
      consentID: id,
      since: signed_at,
      attempts: attempts ?? 0,
      lastError: last_error === null ? null : sealErrorWords(last_error),
    })),
  };
}
