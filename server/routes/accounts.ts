import type { DeviceProof } from '#contract/devices.ts';
import { DONE } from '#domain/messages.ts';
import { UNLOCK_TRIES } from '#domain/limits.ts';
import { extend, SessionOver } from '#domain/session.ts';
import { closeHandover } from '#server/data/consents/handovers.ts';
import {
  addToken,
  clearUnlockFailures,
  countUnlockFailure,
  revokeSession,
  moveEnd,
  sessionById,
} from '#server/data/accounts/sessions.ts';
import { fullName, holdersOf, presentUser, userById, type FullUser } from '#server/data/accounts/users.ts';
import { beginSecondFactor } from '#server/data/accounts/pending-second-factor.ts';
import type { TicketActor } from '#server/http/actor.ts';
import { newToken } from '#server/data/tokens.ts';
import { Refused } from '#server/api-error.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { refuseInactive, todayOf } from '#server/policies/accounts.ts';
import { countAttempt, forgetAttempts, inTurn, RATE_LIMITS, secondsUntil } from '#server/policies/rate-limits.ts';
import type { Deps } from '#server/deps.ts';
import { logOwnSecurityEvent } from '#server/work/accounts/security-events.ts';
import { forAddress, newDigits } from '#server/work/accounts/mailed-codes.ts';
import { findCase, recordEvent } from '#server/work/consents/open-case.ts';
import { mailBackupCode, matchCode } from '#server/work/accounts/second-factor.ts';
import { deviceAtSignIn } from '#server/work/accounts/prove-device.ts';
import { logFailedSignIn, openSession, provePassword } from '#server/work/accounts/sign-in.ts';

type Names =
  | 'userLogin'
  | 'userOtpVerify'
  | 'userOtpEmail'
  | 'userExtendToken'
  | 'userDestroyToken'
  | 'userMe'
  | 'userUnlock'
  | 'userGetClinicians';

export const accounts: Pick<Handlers, Names> = {
  async userLogin({ email, password, device }, context) {
    const { db, now } = context;
    const { user, reset } = await provePassword(context, { email, password, device });
    await reset();
    await refuseBlockedDevice(context, user, device);
    if (user.two_factor_enabled) {
      await beginSecondFactor(db, user.id, now);
      throw new Refused('TWO_FACTOR_REQUIRED');
    }
    const signedIn = await db.transaction().execute((trx) => openSession(trx, context, user, device));
    return { message: DONE.SIGNED_IN, ...signedIn };
  },

  async userOtpVerify({ email, password, code, device }, context) {
    const { db } = context;
    const { user, reset } = await provePassword(context, { email, password, device });
    // The password is proven, so codes have a count of their own, which nobody can spend without it.
    await reset();
    await refuseBlockedDevice(context, user, device);
    const codes = RATE_LIMITS.secondFactor(user.id);
    const isLast = await countAttempt(context, [codes]);
    const use = await matchCode(context, user, code);
    const signedIn = await db
      .transaction()
      .execute(async (trx) => (use !== undefined && (await use(trx)) ? openSession(trx, context, user, device) : undefined));
    if (signedIn === undefined) {
      await logFailedSignIn(context, user, { isLast, detail: 'Wrong code' });
      throw new Refused('INCORRECT_CREDENTIALS');
    }
    await forgetAttempts(context, codes);
    return { message: DONE.SIGNED_IN, ...signedIn };
  },

  async userOtpEmail({ email }, context) {
    return inTurn(context, [RATE_LIMITS.mail('otp', email), RATE_LIMITS.mails(context.address)], async () => {
      const code = await newDigits(context.deps);
      await forAddress(context, { email, code }, (db, user) => mailBackupCode(db, context, user, code));
      return { message: DONE.EMAIL_SENT };
    });
  },

  async userExtendToken(_, { db, deps, actor }) {
    const session = await sessionById(db, actor.sessionId);
    if (session === undefined) throw new Refused('SIGN_IN');
    try {
      const endsAt = new Date(
        extend({ endsAt: Date.parse(session.ends_at), signedInAt: Date.parse(session.signed_in_at), now: deps.clock() }),
      ).toISOString();
      await moveEnd(db, session.id, endsAt);
      return { message: DONE.EXTENDED, token: actor.token, tokenExpiryDate: endsAt };
    } catch (error) {
      if (error instanceof SessionOver) throw new Refused('SIGN_IN');
      throw error;
    }
  },

  async userDestroyToken({ wipe }, context) {
    const { db, actor, now, reply } = context;
    const user = await userById(db, actor.organisationId, actor.userId);
    await db.transaction().execute(async (trx) => {
      await revokeSession(trx, actor.sessionId, now);
      if (user !== undefined) await logOwnSecurityEvent(trx, context, user, { type: 'SIGNED_OUT' });
    });
    if (wipe === true) reply.header('Clear-Site-Data', '"cache", "storage"');
    return { message: DONE.SIGNED_OUT };
  },

  async userMe(_, { db, actor, deps }) {
    const [user, session] = await Promise.all([
      userById(db, actor.organisationId, actor.userId),
      sessionById(db, actor.sessionId),
    ]);
    if (user === undefined || session === undefined) throw new Refused('SIGN_IN');
    return { message: DONE.OK, user: presentUser(user, todayOf(deps)), tokenExpiryDate: session.ends_at };
  },

  async userUnlock({ password }, context) {
    const { db, actor, deps, now } = context;
    const session = await sessionById(db, actor.sessionId);
    if (session === undefined || session.ended_at !== null || session.ends_at <= now)
      throw new Refused(actor.kind === 'ticket' ? 'TICKET_ENDED' : 'SIGN_IN');
    if (session.unlock_failures >= UNLOCK_TRIES)
      throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(session.ends_at, deps) });
    // Counted before the password is checked, so that concurrent guesses all count.
    const tries = await countUnlockFailure(db, session.id);
    if (tries > UNLOCK_TRIES) throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(session.ends_at, deps) });
    const user = await userById(db, session.organisation_id, session.user_id);
    if (user === undefined) throw new Refused('SIGN_IN');
    if (!(await deps.passwords.verify(user.password_hash, password))) {
      await logOwnSecurityEvent(db, context, user, { type: 'UNLOCK_FAILED' });
      throw new Refused('INCORRECT_PASSWORD');
    }
    refuseInactive(user, todayOf(deps));
    await clearUnlockFailures(db, session.id);
    if (actor.kind === 'staff') return { message: DONE.UNLOCKED, token: actor.token, tokenExpiryDate: session.ends_at };
    const token = newToken('s', deps.random);
    await db.transaction().execute(async (trx) => {
      await addToken(trx, { sessionId: session.id, token, now });
      await returnTablet(actor, { db: trx, deps, now, clinician: user });
    });
    return { message: DONE.UNLOCKED, token, tokenExpiryDate: session.ends_at };
  },

  async userGetClinicians(_, { db, actor, deps }) {
    const users = await holdersOf(db, actor.organisationId, { permission: 'consents.sign', today: todayOf(deps) });
    return {
      message: DONE.OK,
      data: {
        records: users.map((user) => ({ _id: user.id, firstName: user.first_name, lastName: user.last_name, email: user.email })),
      },
    };
  },
};

/** Refuses a sign-in on a blocked tablet, and logs it. @throws Refused DEVICE_REVOKED */
async function refuseBlockedDevice(context: Context, user: FullUser, device: DeviceProof | undefined): Promise<void> {
  try {
    await deviceAtSignIn(context.db, user.organisation_id, device);
  } catch (error) {
    if (error instanceof Refused) await logFailedSignIn(context, user, { isLast: false, detail: 'Blocked tablet' });
    throw error;
  }
}

/** Ends a handover. Also one whose draft a colleague has deleted meanwhile: a right password always gives the tablet back. */
async function returnTablet(
  ticket: TicketActor,
  { db, deps, now, clinician }: { db: Deps['database']['db']; deps: Deps; now: string; clinician: FullUser },
): Promise<void> {
  const isFirst = await closeHandover(db, { organisationId: ticket.organisationId, id: ticket.handoverId, now });
  const open = isFirst ? await findCase({ db, actor: ticket, now, deps }, ticket.consentId) : undefined;
  if (open !== undefined)
    await recordEvent(open, {
      type: 'HANDOVER_ENDED',
      actor: { kind: 'STAFF', name: fullName(clinician), role: clinician.roleName ?? '' },
    });
}
