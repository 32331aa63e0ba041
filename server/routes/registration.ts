import { DONE } from '#domain/messages.ts';
import { presentUser, userById, type FullUser } from '../data/users.ts';
import type { StaffActor } from '../http/actor.ts';
import { Refused } from '../http/refused.ts';
import type { Context, Handlers } from '../http/serve.ts';
import { refuseStrangeAddress, todayOf } from '../policies/accounts.ts';
import { countTry, forgiveTries, LIMITS } from '../policies/tries.ts';
import { forAddress, newCode } from '../work/mailed-codes.ts';
import { acceptPolicy, changePassword, changeProfile } from '../work/profile.ts';
import { askForAccount, provenCode, sendStartCode, spendCode } from '../work/register.ts';
import { confirmFactor, newSecret } from '../work/second-factor.ts';

type Names =
  | 'userCreate'
  | 'userRegister'
  | 'userForgot'
  | 'userUpdate'
  | 'userChangePassword'
  | 'userOtpRequestqr'
  | 'userOtpSetup'
  | 'userAcceptPolicy';

export const registration: Pick<Handlers, Names> = {
  async userCreate({ email, appRole }, context) {
    const { sql, parts, address } = context;
    refuseStrangeAddress(email, parts.settings);
    await countTry(context, [LIMITS.mail('create', email), LIMITS.mails(address)]);
    const code = await newCode(parts);
    await sql.transaction().execute((trx) => askForAccount(trx, context, { email, wish: appRole, code }));
    return { message: DONE.USER_CREATED };
  },

  async userRegister({ email, authorisationCode, password }, context) {
    const { sql, parts, address } = context;
    const limit = LIMITS.mailedCode(email);
    await countTry(context, [limit, LIMITS.guesses(address)]);
    const row = await provenCode(context, { email, code: authorisationCode });
    const hash = await parts.passwords.hash(password);
    const answer = await sql.transaction().execute((trx) => spendCode(trx, context, { row, email, hash }));
    await forgiveTries(sql, limit, address);
    return answer;
  },

  async userForgot({ email }, context) {
    await countTry(context, [LIMITS.mail('forgot', email), LIMITS.mails(context.address)]);
    const code = await newCode(context.parts);
    await forAddress(context, { email, code }, (sql, user) => sendStartCode(sql, context, user, code));
    return { message: DONE.EMAIL_SENT };
  },

  async userUpdate(profile, context) {
    const user = await changeProfile(context.sql, context, await ownAccount(context), profile);
    return { message: DONE.PROFILE_UPDATED, user: presentUser(user, todayOf(context.parts)) };
  },

  async userChangePassword({ email, oldPassword, newPassword }, context) {
    const { sql, parts, actor, address } = context;
    const user = await ownAccount(context);
    if (email !== user.email)
      throw new Refused('INVALID', { fields: [{ path: 'email', message: 'The Email must be your own' }] });
    const limit = LIMITS.ownPassword(user.id);
    await countTry(context, [limit, LIMITS.guesses(address)]);
    if (!(await parts.passwords.verify(user.password_hash, oldPassword))) throw new Refused('INCORRECT_PASSWORD');
    await forgiveTries(sql, limit, address);
    const hash = await parts.passwords.hash(newPassword);
    await sql.transaction().execute((trx) => changePassword(trx, context, user, { hash, sessionId: actor.sessionId }));
    return { message: DONE.PASSWORD_CHANGED };
  },

  async userOtpRequestqr(_, context) {
    return { message: DONE.OK, ...(await newSecret(context, await ownAccount(context))) };
  },

  async userOtpSetup({ code }, context) {
    const { sql, parts, address } = context;
    const user = await ownAccount(context);
    const limit = LIMITS.firstCode(user.id);
    await countTry(context, [limit, LIMITS.guesses(address)]);
    const changed = await confirmFactor(context, user, code);
    await forgiveTries(sql, limit, address);
    return { message: DONE.TWO_FACTOR_SET, user: presentUser(changed, todayOf(parts)) };
  },

  async userAcceptPolicy({ version }, context) {
    const own = await ownAccount(context);
    const user = await context.sql.transaction().execute((trx) => acceptPolicy(trx, context, own, version));
    return { message: DONE.POLICY_ACCEPTED, user: presentUser(user, todayOf(context.parts)) };
  },
};

/** The account of whoever is signed in. */
async function ownAccount({ sql, actor }: Context<StaffActor>): Promise<FullUser> {
  const user = await userById(sql, actor.organisationId, actor.userId);
  if (user === undefined) throw new Refused('SIGN_IN');
  return user;
}
