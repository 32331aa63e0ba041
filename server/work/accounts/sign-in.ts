import { longTime } from '#domain/values/plain-date.ts';
import { SESSION_LENGTH } from '#domain/accounts/session.ts';
import type { SignedIn } from '#contract/shapes/user-shapes.ts';
import type { DeviceProof } from '#contract/devices.ts';
import type * as v from 'valibot';
import { recordSignIn } from '#server/data/accounts/account-changes.ts';
import { endSecondFactor } from '#server/data/accounts/pending-second-factor.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { isKnownLocation, rememberLocation } from '#server/data/accounts/known-locations.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { createSession } from '#server/data/accounts/sessions.ts';
import { presentUser, userByEmail, type FullUser, type OwnUser } from '#server/data/accounts/users.ts';
import { newToken } from '#server/data/tokens.ts';
import { sha256Hex } from '#server/sha256.ts';
import { Refused } from '#server/api-error.ts';
import { refuseInactive, todayOf } from '#server/policies/accounts.ts';
import {
  forgetAttempts,
  knownSpent,
  RATE_LIMITS,
  registeredTablet,
  resetRateLimit,
  tryAttempt,
  type AttemptCount,
  type RateLimit,
} from '#server/policies/rate-limits.ts';
import type { Db } from '#server/data/db.ts';
import { mailUser, logOwnSecurityEvent, type RequestInfo } from './security-events.ts';
import { deviceAtSignIn } from './prove-device.ts';
import { agentWords, locationHash, networkOf } from '#server/policies/client-network.ts';

type SignInAttempt = { email: string; password: string; device?: DeviceProof | undefined };
type SignInVisit = RequestInfo;
/** `isLast`: no attempt is left at once, unless the count is cleared; `reset` clears it after a success */
type Proven = { user: OwnUser; isLast: boolean; reset: () => Promise<void> };

/** Stands for the id of an account that does not exist, so that an unknown address takes the same lookups. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Checks a password and returns its user. An unknown address takes the same time and gets the same answer. Where the account or the
 * sender has no attempt left, a right password from a place that the user has signed in from before still passes.
 *
 * @throws Refused SLOW_DOWN, INCORRECT_CREDENTIALS, BUSY, or after a right password NOT_ACTIVATED
 */
export async function provePassword(visit: SignInVisit, attempt: SignInAttempt): Promise<Proven> {
  const { deps, address } = visit;
  const account = RATE_LIMITS.password(attempt.email);
  // Without a tablet's id the limits are known before anything is looked up: a flood is refused from memory.
  const known = attempt.device === undefined ? knownSpent(deps, [account, RATE_LIMITS.guesses(address)]) : undefined;
  if (known !== undefined) takeSlowTurn(visit, known);
  return deps.turns.run(networkOf(address), async () => {
    if (known !== undefined) return proveFromKnownLocation(visit, attempt, { spent: known });
    const tablet = await registeredTablet(visit, attempt.device);
    const guesses = tablet === undefined ? RATE_LIMITS.guesses(address) : RATE_LIMITS.deviceGuesses(tablet);
    const { isLast, spent } = await tryAttempt(visit, [account, guesses]);
    if (spent === undefined) return proveCounted(visit, attempt, { account, guesses, isLast });
    takeSlowTurn(visit, spent, tablet);
    return proveFromKnownLocation(visit, attempt, { spent, tablet });
  });
}

type Spent = NonNullable<AttemptCount['spent']>;

/** @throws Refused SLOW_DOWN when an attempt at this spent limit was looked at just before; a registered tablet has turns of its own */
function takeSlowTurn({ deps }: SignInVisit, { name, retryAfter }: Spent, tablet?: string): void {
  if (!deps.turns.takeSlow(tablet === undefined ? name : `${name} ${tablet}`)) throw new Refused('SLOW_DOWN', { retryAfter });
}

async function proveCounted(
  visit: SignInVisit,
  { email, password }: SignInAttempt,
  { account, guesses, isLast }: { account: RateLimit; guesses: RateLimit; isLast: boolean },
): Promise<Proven> {
  const { db, deps } = visit;
  const user = await userByEmail(db, email);
  const isRight = await deps.passwords.verify(user?.password_hash ?? null, password);
  if (!isRight || user === undefined) {
    await logFailedSignIn(visit, user, { isLast, detail: 'Wrong password' });
    throw new Refused('INCORRECT_CREDENTIALS');
  }
  const reset = () => resetRateLimit(visit, account, guesses);
  return { user: await activeUser(visit, user, reset), isLast, reset };
}

/**
 * Checks a password although a limit is spent. Whatever is wrong (the password, the place, the account) gets the answer of the spent
 * limit after the same work: it reveals neither accounts nor places.
 */
async function proveFromKnownLocation(
  visit: SignInVisit,
  { email, password }: SignInAttempt,
  { spent, tablet }: { spent: Spent; tablet?: string | undefined },
): Promise<Proven> {
  const { db, deps } = visit;
  // The user's place is found by the id; the count of the place goes by the address, which an unknown account has as well. A
  // registered tablet is a place by itself, which nobody spends from another machine beside it.
  const location = RATE_LIMITS.place(tablet === undefined ? locationHash(email, visit) : sha256Hex(`${email} ${tablet}`));
  const { isLast, spent: locationSpent } = await tryAttempt(visit, [location]);
  const user = await userByEmail(db, email);
  const userId = user?.id ?? NO_USER;
  const isKnown = await isKnownLocation(db, { userId, hash: locationHash(userId, visit) });
  const isRight = await deps.passwords.verify(isKnown ? (user?.password_hash ?? null) : null, password);
  if (!isRight || user === undefined || locationSpent !== undefined)
    throw new Refused('SLOW_DOWN', { retryAfter: spent.retryAfter });
  // The account's own count stays spent for everybody else.
  const reset = () => forgetAttempts(visit, location);
  return { user: await activeUser(visit, user, reset), isLast, reset };
}

/** @throws Refused NOT_ACTIVATED after the count is cleared, as the password was right */
async function activeUser({ deps }: SignInVisit, user: OwnUser, reset: () => Promise<void>): Promise<OwnUser> {
  try {
    refuseInactive(user, todayOf(deps));
    return user;
  } catch (error) {
    await reset();
    throw error;
  }
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
 * Starts a session in the transaction `db`, bound to the tablet that it names and proves. A sign-in from a new location is mailed to the user.
 *
 * @throws Refused INCORRECT_CREDENTIALS when the verified password was changed meanwhile, or the user was suspended;
 *   DEVICE_REVOKED on a blocked tablet
 */
export async function openSession(
  db: Db,
  visit: RequestInfo,
  user: OwnUser,
  device?: DeviceProof,
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
    deviceId: await deviceAtSignIn(db, user.organisation_id, device),
  });
  await endSecondFactor(db, user.id);
  await logOwnSecurityEvent(db, visit, user, { type: 'SIGNED_IN', detail: agent });
  const location = await rememberLocation(db, { userId: user.id, hash: locationHash(user.id, visit), now });
  if (location === 'NEW')
    await mailUser(db, visit, user, { kind: 'NEW_PLACE', when: longTime(now, deps.settings.timeZone), agent, address });
  return { token, tokenExpiryDate: endsAt, user: presentUser(user, todayOf(deps)) };
}
