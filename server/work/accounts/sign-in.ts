import { SESSION_LENGTH } from '#domain/limits.ts';
import { longTime } from '#domain/plain-date.ts';
import type { SignedIn } from '#contract/user-shapes.ts';
import type * as v from 'valibot';
import { recordSignIn } from '#server/data/accounts/account-changes.ts';
import { endSecondFactor } from '#server/data/accounts/pending-second-factor.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { rememberLocation } from '#server/data/accounts/known-locations.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { createSession } from '#server/data/accounts/sessions.ts';
import { presentUser, userByEmail, type FullUser } from '#server/data/accounts/users.ts';
import { newToken } from '#server/data/tokens.ts';
import { Refused } from '#server/api-error.ts';
import { refuseInactive, todayOf } from '#server/policies/accounts.ts';
import { countAttempt, resetRateLimit, RATE_LIMITS, type RateLimit } from '#server/policies/rate-limits.ts';
import type { Db } from '#server/data/db.ts';
import { mailUser, logOwnSecurityEvent, type RequestInfo } from './security-events.ts';
import { agentWords, locationHash } from '#server/policies/client-network.ts';

type SignInAttempt = { email: string; password: string };
/** `isLast`: no attempt is left in this window, unless this one is cleared */
type Proven = { user: FullUser; isLast: boolean };

/**
 * Checks a password and returns its user. An unknown address takes the same time and gets the same answer.
 *
 * @param limit - the limit for these attempts; the caller clears it after a success
 * @throws Refused SLOW_DOWN, INCORRECT_CREDENTIALS, or after a right password NOT_ACTIVATED
 */
export async function provePassword(visit: RequestInfo, { email, password }: SignInAttempt, limit: RateLimit): Promise<Proven> {
  const { db, deps, address } = visit;
  const isLast = await countAttempt(visit, [limit, RATE_LIMITS.guesses(address)]);
  const user = await userByEmail(db, email);
  const isRight = await deps.passwords.verify(user?.password_hash ?? null, password);
  if (!isRight || user === undefined) {
    await logFailedSignIn(visit, user, { isLast, detail: 'Wrong password' });
    throw new Refused('INCORRECT_CREDENTIALS');
  }
  try {
    refuseInactive(user, todayOf(deps));
  } catch (error) {
    await resetRateLimit(db, limit, address);
    throw error;
  }
  return { user, isLast };
}

/** Logs a failed sign-in; for an unknown address in the holding organisation, so that it takes the same time. */
export async function logFailedSignIn(
  { db, deps, address }: RequestInfo,
  user: FullUser | undefined,
  { isLast, detail }: { isLast: boolean; detail: string },
): Promise<void> {
  await insertSecurityEvent(db, deps, {
    organisationId: user?.organisation_id ?? HOLDING_ORGANISATION,
    type: isLast ? 'SIGN_IN_LOCKED' : 'SIGN_IN_FAILED',
    subject: user?.email ?? 'An unknown address',
    address,
    detail,
  });
}

/**
 * Starts a session in the transaction `db`. A sign-in from a new location is mailed to the user.
 *
 * @throws Refused INCORRECT_CREDENTIALS when the verified password was changed meanwhile, or the user was suspended
 */
export async function openSession(
  db: Db,
  visit: RequestInfo,
  user: FullUser,
): Promise<Omit<v.InferOutput<typeof SignedIn>, 'message'>> {
  const { deps, now, address } = visit;
  const token = newToken('s', deps.random);
  const endsAt = new Date(deps.clock() + SESSION_LENGTH).toISOString();
  const agent = agentWords(visit.agent);
  if (!(await recordSignIn(db, user, now))) throw new Refused('INCORRECT_CREDENTIALS');
  await createSession(db, {
    organisationId: user.organisation_id,
    id: deps.newId(),
    userId: user.id,
    token,
    now,
    endsAt,
    address,
    agent,
  });
  await endSecondFactor(db, user.id);
  await logOwnSecurityEvent(db, visit, user, { type: 'SIGNED_IN', detail: agent });
  const place = await rememberLocation(db, { userId: user.id, hash: locationHash(user.id, visit), now });
  if (place === 'NEW')
    await mailUser(db, visit, user, { kind: 'NEW_PLACE', when: longTime(now, deps.settings.timeZone), agent, address });
  return { token, tokenExpiryDate: endsAt, user: presentUser(user, todayOf(deps)) };
}
