import { DONE } from '#domain/messages.ts';
import { endCodes, tryCode, useCode, type CodeRow } from '../data/codes.ts';
import { setPassword } from '../data/account-changes.ts';
import { insertRegistrant, setFirstPassword, setWish } from '../data/registrants.ts';
import { endSessionsOf } from '../data/sessions.ts';
import { clearHits } from '../data/throttles.ts';
import { userByEmail, type FullUser } from '../data/users.ts';
import { Refused } from '../http/refused.ts';
import type { Answer } from '#contract/calls.ts';
import { LIMITS } from '../policies/tries.ts';
import type { Sql } from '../parts.ts';
import { mailUser, noteOwn, type Visit } from './account-notes.ts';
import { sendCode, type MailedCode } from './mailed-codes.ts';
import { openSession } from './sign-in.ts';

/** Mails a code to whoever is new, and to whoever has an account that there is one. In the transaction `sql`. */
export async function askForAccount(
  sql: Sql,
  visit: Visit,
  { email, wish, code }: { email: string; wish: string; code: MailedCode },
): Promise<void> {
  await insertRegistrant(sql, { id: visit.parts.newId(), email, wish, now: visit.now });
  const user = await userByEmail(sql, email);
  if (user === undefined) throw new Refused('IN_PROGRESS', { retryAfter: 1 });
  if (user.status !== 'PENDING_EMAIL') return mailUser(sql, visit, user, { kind: 'KNOWN_ADDRESS' });
  if (user.requested_role !== wish && user.role_id === null) await setWish(sql, { id: user.id, wish, now: visit.now });
  await sendStartCode(sql, visit, user, code);
}

/**
 * Mails the code that fits the state of an account: to set its first password, or a new one. The first administrator's code is
 * told at the console alone: whoever holds the mailbox of that address was never asked.
 *
 * @returns false when none was sent
 */
export async function sendStartCode(sql: Sql, visit: Visit, user: FullUser, code: MailedCode): Promise<boolean> {
  const isNew = user.status === 'PENDING_EMAIL';
  if (isNew && user.role_id !== null) return false;
  await sendCode(sql, visit, user, { purpose: isNew ? 'REGISTER' : 'RESET', code });
  return true;
}

/** The code that somebody gave, if it is the newest of that address; a wrong one counts as a try of it. @throws Refused INCORRECT_CODE */
export async function provenCode({ sql, parts, now }: Visit, given: { email: string; code: string }): Promise<CodeRow> {
  const row = await tryCode(sql, { email: given.email, purposes: ['REGISTER', 'RESET'], now });
  const isRight = await parts.passwords.verify(row?.code_hash ?? null, given.code);
  if (!isRight || row === undefined) throw new Refused('INCORRECT_CODE');
  return row;
}

/** Sets the password for which a code was mailed, in the transaction `sql`. @throws Refused INCORRECT_CODE when it was used meanwhile */
export async function spendCode(
  sql: Sql,
  visit: Visit,
  { row, email, hash }: { row: CodeRow; email: string; hash: string },
): Promise<Answer<'userRegister'>> {
  const { now } = visit;
  const user = await userByEmail(sql, email);
  if (user === undefined || !(await useCode(sql, row.id, now))) throw new Refused('INCORRECT_CODE');
  if (row.purpose === 'RESET') return resetPassword(sql, visit, user, hash);
  if (!(await setFirstPassword(sql, { id: user.id, hash, now }))) throw new Refused('INCORRECT_CODE');
  const begun: FullUser = { ...user, status: 'PENDING_PROFILE', password_hash: hash };
  await noteOwn(sql, visit, begun, { type: 'REGISTERED' });
  return { message: DONE.REGISTERED, ...(await openSession(sql, visit, begun)) };
}

/** A reset ends every session and gives none: the second factor is asked for at the next sign-in as ever. */
async function resetPassword(sql: Sql, visit: Visit, user: FullUser, hash: string): Promise<Answer<'userRegister'>> {
  const { now } = visit;
  await setPassword(sql, { id: user.id, hash, now });
  await endCodes(sql, user.id, now);
  await endSessionsOf(sql, { userId: user.id, now });
  await clearHits(sql, LIMITS.password(user.email).name);
  await noteOwn(sql, visit, user, { type: 'PASSWORD_RESET' });
  await mailUser(sql, visit, user, { kind: 'PASSWORD_CHANGED' });
  return { message: DONE.PASSWORD_RESET };
}
