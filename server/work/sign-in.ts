import { SESSION_LENGTH } from '#domain/limits.ts';
import { longTime } from '#domain/plain-date.ts';
import type { SignedIn } from '#contract/user-shapes.ts';
import type * as v from 'valibot';
import { noteSignIn } from '../data/account-changes.ts';
import { endHalfSignIn } from '../data/half-sign-ins.ts';
import { HOLDING_ORGANISATION } from '../data/holding.ts';
import { rememberPlace } from '../data/known-places.ts';
import { noteSecurity } from '../data/security-log.ts';
import { startSession } from '../data/sessions.ts';
import { presentUser, userByEmail, type FullUser } from '../data/users.ts';
import { newToken } from '../http/actor.ts';
import { Refused } from '../http/refused.ts';
import { refuseInactive, todayOf } from '../policies/accounts.ts';
import { countTry, forgiveTries, LIMITS, type Limit } from '../policies/tries.ts';
import type { Sql } from '../parts.ts';
import { mailUser, noteOwn, type Visit } from './account-notes.ts';
import { agentWords, placeHash } from './place.ts';

type Given = { email: string; password: string };
/** `isLast`: no try is left in this window, unless this one is forgiven */
type Proven = { user: FullUser; isLast: boolean };

/**
 * Whose password this is. An unknown address costs what a known one does, and is told the same.
 *
 * @param limit - the count of tries that this belongs to; the caller forgives them once all is right
 * @throws Refused SLOW_DOWN, INCORRECT_CREDENTIALS, or after a right password NOT_ACTIVATED
 */
export async function provePassword(visit: Visit, { email, password }: Given, limit: Limit): Promise<Proven> {
  const { sql, parts, address } = visit;
  const isLast = await countTry(visit, [limit, LIMITS.guesses(address)]);
  const user = await userByEmail(sql, email);
  const isRight = await parts.passwords.verify(user?.password_hash ?? null, password);
  if (!isRight || user === undefined) {
    await noteFailure(visit, user, { isLast, detail: 'Wrong password' });
    throw new Refused('INCORRECT_CREDENTIALS');
  }
  try {
    refuseInactive(user, todayOf(parts));
  } catch (error) {
    await forgiveTries(sql, limit, address);
    throw error;
  }
  return { user, isLast };
}

/** Notes a failed sign-in; for an unknown address where nobody looks, so that it costs the same. */
export async function noteFailure(
  { sql, parts, address }: Visit,
  user: FullUser | undefined,
  { isLast, detail }: { isLast: boolean; detail: string },
): Promise<void> {
  await noteSecurity(sql, parts, {
    organisationId: user?.organisation_id ?? HOLDING_ORGANISATION,
    type: isLast ? 'SIGN_IN_LOCKED' : 'SIGN_IN_FAILED',
    subject: user?.email ?? 'An unknown address',
    address,
    detail,
  });
}

/**
 * Starts a session in the transaction `sql`. Somebody who signs in from a new place is told by mail.
 *
 * @throws Refused INCORRECT_CREDENTIALS when `user` was proven by a password that was changed meanwhile, or was suspended
 */
export async function openSession(
  sql: Sql,
  visit: Visit,
  user: FullUser,
): Promise<Omit<v.InferOutput<typeof SignedIn>, 'message'>> {
  const { parts, now, address } = visit;
  const token = newToken('s', parts.random);
  const endsAt = new Date(parts.clock() + SESSION_LENGTH).toISOString();
  const agent = agentWords(visit.agent);
  if (!(await noteSignIn(sql, user, now))) throw new Refused('INCORRECT_CREDENTIALS');
  await startSession(sql, {
    organisationId: user.organisation_id,
    id: parts.newId(),
    userId: user.id,
    token,
    now,
    endsAt,
    address,
    agent,
  });
  await endHalfSignIn(sql, user.id);
  await noteOwn(sql, visit, user, { type: 'SIGNED_IN', detail: agent });
  const place = await rememberPlace(sql, { userId: user.id, hash: placeHash(user.id, visit), now });
  if (place === 'NEW')
    await mailUser(sql, visit, user, { kind: 'NEW_PLACE', when: longTime(now, parts.settings.timeZone), agent, address });
  return { token, tokenExpiryDate: endsAt, user: presentUser(user, todayOf(parts)) };
}
