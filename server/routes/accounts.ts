import type { DeviceProof } from '#contract/devices.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { extend, SessionOver } from '#domain/accounts/session.ts';
import { UNLOCK_TRIES } from '#domain/signing/handover-lock.ts';
import { clearUnlockFailures, countUnlockFailure, revokeSession, moveEnd, sessionById } from '#server/data/accounts/sessions.ts';
import { clearTabletPinFailures } from '#server/data/accounts/tablet-pins.ts';
import { holdersOf, ownUserById, presentUser, userById, type FullUser } from '#server/data/accounts/users.ts';
import { beginSecondFactor } from '#server/data/accounts/pending-second-factor.ts';
import { Refused } from '#server/api-error.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { refuseInactive, todayOf } from '#server/policies/accounts.ts';
import { countAttempt, forgetAttempts, inTurn, RATE_LIMITS, secondsUntil } from '#server/policies/rate-limits.ts';
import { logOwnSecurityEvent } from '#server/work/accounts/security-events.ts';
import { forAddress, newDigits } from '#server/work/accounts/mailed-codes.ts';
import { ownAccount, proveOwnPassword } from '#server/work/accounts/own-account.ts';
import { mailBackupCode, matchCode } from '#server/work/accounts/second-factor.ts';
import { deviceAtSignIn } from '#server/work/accounts/prove-device.ts';
import { logFailedSignIn, openSession, provePassword } from '#server/work/accounts/sign-in.ts';
import { changeTabletPin, proveTabletPin } from '#server/work/accounts/tablet-pin.ts';
import { returnTablet, sessionToUnlock } from '#server/work/accounts/unlock.ts';
import { inTransaction } from '#server/data/transaction.ts';

type Names =
  | 'userLogin'
  | 'userOtpVerify'
  | 'userOtpEmail'
  | 'userExtendToken'
  | 'userDestroyToken'
  | 'userMe'
  | 'userUnlock'
  | 'userUnlockWithTabletPin'
  | 'userTabletPinSet'
  | 'userTabletPinRemove'
  | 'userGetClinicians';

export const accountsHandlers: Pick<Handlers, Names> = {
  async userLogin({ email, password, device }, context) {
    const { db, now } = context;
    const { user, reset } = await provePassword(context, { email, password, device });
    await reset();
    await refuseBlockedDevice(context, user, device);
    if (user.two_factor_enabled) {
      await beginSecondFactor(db, user.id, now);
      throw new Refused('TWO_FACTOR_REQUIRED');
    }
    const signedIn = await inTransaction(db, (trx) => openSession(trx, context, user, device));
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
    const signedIn = await inTransaction(db, async (trx) =>
      use !== undefined && (await use(trx)) ? openSession(trx, context, user, device) : undefined,
    );
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
      await inTransaction(db, (trx) => moveEnd(trx, session.id, endsAt));
      return { message: DONE.EXTENDED, token: actor.token, tokenExpiryDate: endsAt };
    } catch (error) {
      if (error instanceof SessionOver) throw new Refused('SIGN_IN');
      throw error;
    }
  },

  async userDestroyToken({ wipe }, context) {
    const { db, actor, now, reply } = context;
    const user = await userById(db, actor.organisationId, actor.userId);
    await inTransaction(db, async (trx) => {
      await revokeSession(trx, actor.sessionId, now);
      if (user !== undefined) await logOwnSecurityEvent(trx, context, user, { type: 'SIGNED_OUT' });
    });
    if (wipe === true) reply.header('Clear-Site-Data', '"cache", "storage"');
    return { message: DONE.SIGNED_OUT };
  },

  async userMe(_, { db, actor, deps }) {
    const [user, session] = await Promise.all([
      ownUserById(db, actor.organisationId, actor.userId),
      sessionById(db, actor.sessionId),
    ]);
    if (user === undefined || session === undefined) throw new Refused('SIGN_IN');
    return { message: DONE.OK, user: presentUser(user, todayOf(deps)), tokenExpiryDate: session.ends_at };
  },

  async userUnlock({ password }, context) {
    const { db, actor, deps } = context;
    const { session, user } = await sessionToUnlock(context);
    // Counted before the password is checked, so that concurrent guesses all count.
    const tries = await inTransaction(db, (trx) => countUnlockFailure(trx, session.id));
    if (tries > UNLOCK_TRIES) throw new Refused('UNLOCK_SPENT', { retryAfter: secondsUntil(session.ends_at, deps) });
    if (!(await deps.passwords.verify(user.password_hash, password))) {
      await logOwnSecurityEvent(db, context, user, { type: 'UNLOCK_FAILED' });
      throw new Refused('INCORRECT_PASSWORD');
    }
    refuseInactive(user, todayOf(deps));
    await inTransaction(db, async (trx) => {
      await clearUnlockFailures(trx, session.id);
      await clearTabletPinFailures(trx, user.id);
    });
    const token = actor.kind === 'staff' ? actor.token : await returnTablet({ ...context, actor }, { session, user });
    return { message: DONE.UNLOCKED, token, tokenExpiryDate: session.ends_at };
  },

  async userUnlockWithTabletPin({ tabletPin }, context) {
    const { actor } = context;
    const { session, user } = await sessionToUnlock(context);
    await proveTabletPin(context, user, tabletPin);
    refuseInactive(user, todayOf(context.deps));
    const token = actor.kind === 'staff' ? actor.token : await returnTablet({ ...context, actor }, { session, user });
    return { message: DONE.UNLOCKED, token, tokenExpiryDate: session.ends_at };
  },

  async userTabletPinSet({ password, tabletPin }, context) {
    const { db, deps } = context;
    const user = await ownAccount(context);
    await proveOwnPassword(context, user, password);
    const hash = await deps.passwords.hash(tabletPin);
    const changed = await inTransaction(db, (trx) => changeTabletPin(trx, context, user, hash));
    return { message: DONE.TABLET_PIN_SET, user: presentUser(changed, todayOf(deps)) };
  },

  async userTabletPinRemove({ password }, context) {
    const user = await ownAccount(context);
    await proveOwnPassword(context, user, password);
    const changed = await inTransaction(context.db, (trx) => changeTabletPin(trx, context, user, null));
    return { message: DONE.TABLET_PIN_REMOVED, user: presentUser(changed, todayOf(context.deps)) };
  },

  async userGetClinicians(_, { db, actor, deps }) {
    const users = await holdersOf(db, actor.organisationId, { permissions: ['consents.sign'], today: todayOf(deps) });
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
