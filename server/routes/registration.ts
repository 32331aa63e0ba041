import { DONE } from '#domain/base/done-messages.ts';
import { presentUser } from '#server/data/accounts/users.ts';
import { Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';
import { refuseStrangeAddress, todayOf } from '#server/policies/accounts.ts';
import {
  countAttempt,
  forgetAttempts,
  inTurn,
  inTurnOfSender,
  RATE_LIMITS,
  resetRateLimit,
} from '#server/policies/rate-limits.ts';
import { forAddress, newCode } from '#server/work/accounts/mailed-codes.ts';
import { ownAccount, proveOwnPassword } from '#server/work/accounts/own-account.ts';
import { acceptPolicy, changePassword, changeProfile } from '#server/work/accounts/profile.ts';
import { requestAccount, provenCode, sendStartCode, spendCode } from '#server/work/accounts/register.ts';
import { confirmFactor, newSecret } from '#server/work/accounts/second-factor.ts';
import { inTransaction } from '#server/data/transaction.ts';

type Names =
  | 'userCreate'
  | 'userRegister'
  | 'userForgot'
  | 'userUpdate'
  | 'userChangePassword'
  | 'userOtpRequestqr'
  | 'userOtpSetup'
  | 'userAcceptPolicy';

export const registrationHandlers: Pick<Handlers, Names> = {
  async userCreate({ email, appRole }, context) {
    const { db, deps, address } = context;
    refuseStrangeAddress(email, deps.settings);
    return inTurn(context, [RATE_LIMITS.mail('create', email), RATE_LIMITS.mails(address)], async () => {
      const code = await newCode(deps);
      await inTransaction(db, (trx) => requestAccount(trx, context, { email, wish: appRole, code }));
      return { message: DONE.USER_CREATED };
    });
  },

  async userRegister({ email, authorisationCode, password, device }, context) {
    const { db, deps } = context;
    const limit = RATE_LIMITS.mailedCode(email);
    const limits = { own: limit, device, ofTablet: RATE_LIMITS.deviceGuesses, ofNetwork: RATE_LIMITS.guesses };
    return inTurnOfSender(context, limits, async (guesses) => {
      const row = await provenCode(context, { email, code: authorisationCode });
      const hash = await deps.passwords.hash(password);
      const answer = await inTransaction(db, (trx) => spendCode(trx, context, { row, email, hash }));
      await resetRateLimit(context, limit, guesses);
      return answer;
    });
  },

  async userForgot({ email, device }, context) {
    const own = RATE_LIMITS.mail('forgot', email);
    const limits = { own, device, ofTablet: RATE_LIMITS.deviceMails, ofNetwork: RATE_LIMITS.mails };
    return inTurnOfSender(context, limits, async () => {
      const code = await newCode(context.deps);
      await forAddress(context, { email, code }, (db, user) => sendStartCode(db, context, user, code));
      return { message: DONE.EMAIL_SENT };
    });
  },

  async userUpdate({ reason, ...profile }, context) {
    const user = await changeProfile(context.db, context, await ownAccount(context), { profile, reason });
    return { message: DONE.PROFILE_UPDATED, user: presentUser(user, todayOf(context.deps)) };
  },

  async userChangePassword({ email, oldPassword, newPassword }, context) {
    const { db, deps, actor } = context;
    const user = await ownAccount(context);
    if (email !== user.email)
      throw new Refused('INVALID', { fields: [{ path: 'email', message: 'The Email must be your own' }] });
    await proveOwnPassword(context, user, oldPassword);
    const hash = await deps.passwords.hash(newPassword);
    await inTransaction(db, (trx) => changePassword(trx, context, user, { hash, sessionId: actor.sessionId }));
    return { message: DONE.PASSWORD_CHANGED };
  },

  async userOtpRequestqr(_, context) {
    return { message: DONE.OK, ...(await newSecret(context, await ownAccount(context))) };
  },

  async userOtpSetup({ code, password }, context) {
    const { deps, actor } = context;
    const user = await ownAccount(context);
    // A registration is minutes old, and its password was just set.
    if (user.status === 'ACTIVE') await proveOwnPassword(context, user, password ?? '');
    const limit = RATE_LIMITS.firstCode(user.id);
    await countAttempt(context, [limit]);
    const changed = await confirmFactor(context, user, { code, sessionId: actor.sessionId });
    await forgetAttempts(context, limit);
    return { message: DONE.TWO_FACTOR_SET, user: presentUser(changed, todayOf(deps)) };
  },

  async userAcceptPolicy({ version }, context) {
    const own = await ownAccount(context);
    const user = await inTransaction(context.db, (trx) => acceptPolicy(trx, context, own, version));
    return { message: DONE.POLICY_ACCEPTED, user: presentUser(user, todayOf(context.deps)) };
  },
};
