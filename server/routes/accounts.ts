import { DONE } from '#domain/messages.ts';
import { UNLOCK_TRIES } from '#domain/limits.ts';
import { extend, SessionOver } from '#domain/session.ts';
import { endHandover } from '../data/handovers.ts';
import { addToken, clearUnlockFailures, countUnlockFailure, endSession, moveEnd, sessionById } from '../data/sessions.ts';
import { fullName, holdersOf, presentUser, userById, type FullUser } from '../data/users.ts';
import { beginHalfSignIn } from '../data/half-sign-ins.ts';
import { newToken, type TicketActor } from '../http/actor.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import { refuseInactive, todayOf } from '../policies/accounts.ts';
import { countTry, forgiveTries, LIMITS, secondsUntil } from '../policies/tries.ts';
import type { Parts } from '../parts.ts';
import { noteOwn } from '../work/account-notes.ts';
import { forAddress, newDigits } from '../work/mailed-codes.ts';
import { findCase, note } from '../work/open-case.ts';
import { mailBackupCode, matchCode } from '../work/second-factor.ts';
import { noteFailure, openSession, provePassword } from '../work/sign-in.ts';

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
  async userLogin({ email, password }, context) {
    const { sql, now, address } = context;
    const limit = LIMITS.password(email);
    const { user } = await provePassword(context, { email, password }, limit);
    await forgiveTries(sql, limit, address);
    if (user.two_factor_enabled) {
      await beginHalfSignIn(sql, user.id, now);
      throw new Refused('TWO_FACTOR_REQUIRED');
    }
    const signedIn = await sql.transaction().execute((trx) => openSession(trx, context, user));
    return { message: DONE.SIGNED_IN, ...signedIn };
  },

  async userOtpVerify({ email, password, code }, context) {
    const { sql, address } = context;
    const limit = LIMITS.secondFactor(email);
    const { user, isLast } = await provePassword(context, { email, password }, limit);
    const use = await matchCode(context, user, code);
    const signedIn = await sql
      .transaction()
      .execute(async (trx) => (use !== undefined && (await use(trx)) ? openSession(trx, context, user) : undefined));
    if (signedIn === undefined) {
      await noteFailure(context, user, { isLast, detail: 'Wrong code' });
      throw new Refused('INCORRECT_CREDENTIALS');
    }
    await forgiveTries(sql, limit, address);
    return { message: DONE.SIGNED_IN, ...signedIn };
  },

  async userOtpEmail({ email }, context) {
    await countTry(context, [LIMITS.mail('otp', email), LIMITS.mails(context.address)]);
    const code = await newDigits(context.parts);
    await forAddress(context, { email, code }, (sql, user) => mailBackupCode(sql, context, user, code));
    return { message: DONE.EMAIL_SENT };
  },

  async userExtendToken(_, { sql, parts, actor }) {
    const session = await sessionById(sql, actor.sessionId);
    if (session === undefined) throw new Refused('SIGN_IN');
    try {
      const endsAt = new Date(
        extend({ endsAt: Date.parse(session.ends_at), signedInAt: Date.parse(session.signed_in_at), now: parts.clock() }),
      ).toISOString();
      await moveEnd(sql, session.id, endsAt);
      return { message: DONE.EXTENDED, token: actor.token, tokenExpiryDate: endsAt };
    } catch (error) {
      if (error instanceof SessionOver) throw new Refused('SIGN_IN');
      throw error;
    }
  },

  async userDestroyToken({ wipe }, context) {
    const { sql, actor, now, reply } = context;
    const user = await userById(sql, actor.organisationId, actor.userId);
    await sql.transaction().execute(async (trx) => {
      await endSession(trx, actor.sessionId, now);
      if (user !== undefined) await noteOwn(trx, context, user, { type: 'SIGNED_OUT' });
    });
    if (wipe === true) reply.header('Clear-Site-Data', '"cache", "storage"');
    return { message: DONE.SIGNED_OUT };
  },

  async userMe(_, { sql, actor, parts }) {
    const [user, session] = await Promise.all([
      userById(sql, actor.organisationId, actor.userId),
      sessionById(sql, actor.sessionId),
    ]);
    if (user === undefined || session === undefined) throw new Refused('SIGN_IN');
    return { message: DONE.OK, user: presentUser(user, todayOf(parts)), tokenExpiryDate: session.ends_at };
  },

  async userUnlock({ password }, context) {
    const { sql, actor, parts, now } = context;
    const session = await sessionById(sql, actor.sessionId);
    if (session === undefined || session.ended_at !== null || session.ends_at <= now)
      throw new Refused(actor.kind === 'ticket' ? 'TICKET_ENDED' : 'SIGN_IN');
    if (session.unlock_failures >= UNLOCK_TRIES)
      throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(session.ends_at, parts) });
    // Counted before the password is looked at: many guesses at once are as many tries.
    const tries = await countUnlockFailure(sql, session.id);
    if (tries > UNLOCK_TRIES) throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(session.ends_at, parts) });
    const user = await userById(sql, session.organisation_id, session.user_id);
    if (user === undefined) throw new Refused('SIGN_IN');
    if (!(await parts.passwords.verify(user.password_hash, password))) {
      await noteOwn(sql, context, user, { type: 'UNLOCK_FAILED' });
      throw new Refused('INCORRECT_PASSWORD');
    }
    refuseInactive(user, todayOf(parts));
    await clearUnlockFailures(sql, session.id);
    if (actor.kind === 'staff') return { message: DONE.UNLOCKED, token: actor.token, tokenExpiryDate: session.ends_at };
    const token = newToken('s', parts.random);
    await sql.transaction().execute(async (trx) => {
      await addToken(trx, { sessionId: session.id, token, now });
      await takeBack(actor, { sql: trx, parts, now, clinician: user });
    });
    return { message: DONE.UNLOCKED, token, tokenExpiryDate: session.ends_at };
  },

  async userGetClinicians(_, { sql, actor, parts }) {
    const users = await holdersOf(sql, actor.organisationId, { permission: 'consents.sign', today: todayOf(parts) });
    return {
      message: DONE.OK,
      data: {
        records: users.map((user) => ({ _id: user.id, firstName: user.first_name, lastName: user.last_name, email: user.email })),
      },
    };
  },
};

/** Ends a handover. Also one whose draft a colleague has deleted meanwhile: a right password always gives the tablet back. */
async function takeBack(
  ticket: TicketActor,
  { sql, parts, now, clinician }: { sql: Parts['database']['sql']; parts: Parts; now: string; clinician: FullUser },
): Promise<void> {
  const isFirst = await endHandover(sql, { organisationId: ticket.organisationId, id: ticket.handoverId, now });
  const open = isFirst ? await findCase({ sql, actor: ticket, now, parts }, ticket.consentId) : undefined;
  if (open !== undefined)
    await note(open, {
      type: 'HANDOVER_ENDED',
      actor: { kind: 'STAFF', name: fullName(clinician), role: clinician.roleName ?? '' },
    });
}
