import { DONE } from '#domain/base/done-messages.ts';
import { endCodes, tryCode, useCode, type OneTimeCodeRow } from '#server/data/accounts/codes.ts';
import { setPassword } from '#server/data/accounts/account-changes.ts';
import { insertRegistrant, setFirstPassword, setWish } from '#server/data/accounts/registrants.ts';
import { firstOrganisation } from '#server/data/accounts/organisations.ts';
import { endSessionsOf } from '#server/data/accounts/sessions.ts';
import { userByEmail, type FullUser, type OwnUser } from '#server/data/accounts/users.ts';
import { Refused } from '#server/api-error.ts';
import type { Answer } from '#contract/calls.ts';
import { forgetAttempts, RATE_LIMITS } from '#server/policies/rate-limits.ts';
import type { Db } from '#server/data/db.ts';
import { mailUser, logOwnSecurityEvent, type RequestInfo } from './security-events.ts';
import { sendCode, type MailedCode } from './mailed-codes.ts';
import { openSession } from './sign-in.ts';

/** Mails a code to a new address, and to a known one that it has an account. In the transaction `db`. */
export async function requestAccount(
  db: Db,
  visit: RequestInfo,
  { email, wish, code }: { email: string; wish: string; code: MailedCode },
): Promise<void> {
  await insertRegistrant(db, { id: visit.deps.newId(), email, wish, now: visit.now });
  const user = await userByEmail(db, email);
  if (user === undefined) throw new Refused('IN_PROGRESS', { retryAfter: 1 });
  if (user.status !== 'PENDING_EMAIL') return mailUser(db, visit, user, { kind: 'KNOWN_ADDRESS' });
  if (user.requested_role !== wish && user.role_id === null) await setWish(db, { id: user.id, wish, now: visit.now });
  await sendStartCode(db, visit, user, code);
}

/**
 * Mails the code for the state of an account: to set its first password, or a new one. The code of the installation's first
 * administrator is printed at the console alone: the owner of that mailbox was never verified.
 *
 * @returns false when none was sent
 */
export async function sendStartCode(db: Db, visit: RequestInfo, user: FullUser, code: MailedCode): Promise<boolean> {
  const isNew = user.status === 'PENDING_EMAIL';
  if (isNew && user.role_id !== null && (await firstOrganisation(db))?.id === user.organisation_id) return false;
  await sendCode(db, visit, user, { purpose: isNew ? 'REGISTER' : 'RESET', code });
  return true;
}

/** The stored code, if the input is the newest of that address; a wrong input counts as an attempt at it. @throws Refused INCORRECT_CODE */
export async function provenCode(
  { db, deps, now }: RequestInfo,
  proof: { email: string; code: string },
): Promise<OneTimeCodeRow> {
  const row = await tryCode(db, { email: proof.email, purposes: ['REGISTER', 'RESET'], now });
  const isRight = await deps.passwords.verify(row?.code_hash ?? null, proof.code);
  if (!isRight || row === undefined) throw new Refused('INCORRECT_CODE');
  return row;
}

/** Sets the password for which a code was mailed, in the transaction `db`. @throws Refused INCORRECT_CODE when it was used meanwhile */
export async function spendCode(
  db: Db,
  visit: RequestInfo,
  { row, email, hash }: { row: OneTimeCodeRow; email: string; hash: string },
): Promise<Answer<'userRegister'>> {
  const { now } = visit;
  const user = await userByEmail(db, email);
  if (user === undefined || !(await useCode(db, row.id, now))) throw new Refused('INCORRECT_CODE');
  if (row.purpose === 'RESET') return resetPassword(db, visit, user, hash);
  if (!(await setFirstPassword(db, { id: user.id, hash, now }))) throw new Refused('INCORRECT_CODE');
  const begun: OwnUser = { ...user, status: 'PENDING_PROFILE', password_hash: hash };
  await logOwnSecurityEvent(db, visit, begun, { type: 'REGISTERED' });
  return { message: DONE.REGISTERED, ...(await openSession(db, visit, begun)) };
}

/** A reset ends every session and starts none: the next sign-in asks for the second factor as always. */
async function resetPassword(db: Db, visit: RequestInfo, user: FullUser, hash: string): Promise<Answer<'userRegister'>> {
  const { now } = visit;
  await setPassword(db, { id: user.id, hash, now });
  await endCodes(db, user.id, now);
  await endSessionsOf(db, { userId: user.id, now });
  await forgetAttempts({ db, deps: visit.deps }, RATE_LIMITS.password(user.email));
  await logOwnSecurityEvent(db, visit, user, { type: 'PASSWORD_RESET' });
  await mailUser(db, visit, user, { kind: 'PASSWORD_CHANGED' });
  return { message: DONE.PASSWORD_RESET };
}
