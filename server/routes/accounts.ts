import { DONE } from '#domain/messages.ts';
import { SESSION_LENGTH, UNLOCK_TRIES } from '#domain/limits.ts';
import { extend, SessionOver } from '#domain/session.ts';
import { endHandover } from '../data/handovers.ts';
import {
  addToken,
  clearUnlockFailures,
  countUnlockFailure,
  endSession,
  moveEnd,
  sessionById,
  startSession,
} from '../data/sessions.ts';
import { clearHits, hit, hitsOf } from '../data/throttles.ts';
import { cliniciansOf, presentUser, userByEmail, userById, type FullUser } from '../data/users.ts';
import { newToken, type TicketActor } from '../http/actor.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { findCase, note } from '../work/open-case.ts';

/** Wrong passwords that an account takes in a quarter of an hour before it must wait [choice]. */
const LOGIN_TRIES = 10;
const LOGIN_WINDOW = 15 * 60_000;

type Names = 'userLogin' | 'userExtendToken' | 'userDestroyToken' | 'userMe' | 'userUnlock' | 'userGetClinicians';

export const accounts: Pick<Handlers, Names> = {
  async userLogin({ email, password }, { sql, parts, now }) {
    const name = `login:${email}`;
    const before = await hitsOf(sql, name, now);
    if (before !== undefined && before.hits >= LOGIN_TRIES)
      throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(before.resetsAt, parts) });
    const user = await userByEmail(sql, email);
    if (!(await parts.passwords.verify(user?.password_hash ?? null, password)) || user === undefined) {
      await hit(sql, { name, now, resetsAt: new Date(parts.clock() + LOGIN_WINDOW).toISOString() });
      throw new Refused('INCORRECT_CREDENTIALS');
    }
    await clearHits(sql, name);
    refuseInactive(user, now);
    if (user.two_factor_enabled) throw new Refused('TWO_FACTOR_REQUIRED');
    const token = newToken('s', parts.random);
    const endsAt = new Date(parts.clock() + SESSION_LENGTH).toISOString();
    await sql
      .transaction()
      .execute((trx) =>
        startSession(trx, { organisationId: user.organisation_id, id: parts.newId(), userId: user.id, token, now, endsAt }),
      );
    return { message: DONE.SIGNED_IN, token, tokenExpiryDate: endsAt, user: presentUser(user) };
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

  async userDestroyToken({ wipe }, { sql, actor, now, reply }) {
    await endSession(sql, actor.sessionId, now);
    if (wipe === true) reply.header('Clear-Site-Data', '"cache", "storage"');
    return { message: DONE.SIGNED_OUT };
  },

  async userMe(_, { sql, actor }) {
    const [user, session] = await Promise.all([
      userById(sql, actor.organisationId, actor.userId),
      sessionById(sql, actor.sessionId),
    ]);
    if (user === undefined || session === undefined) throw new Refused('SIGN_IN');
    return { message: DONE.OK, user: presentUser(user), tokenExpiryDate: session.ends_at };
  },

  async userUnlock({ password }, { sql, actor, parts, now }) {
    const session = await sessionById(sql, actor.sessionId);
    if (session === undefined || session.ended_at !== null || session.ends_at <= now)
      throw new Refused(actor.kind === 'ticket' ? 'TICKET_ENDED' : 'SIGN_IN');
    if (session.unlock_failures >= UNLOCK_TRIES)
      throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(session.ends_at, parts) });
    // Counted before the password is looked at: many guesses at once are as many tries.
    const tries = await countUnlockFailure(sql, session.id);
    if (tries > UNLOCK_TRIES) throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(session.ends_at, parts) });
    const user = await userById(sql, session.organisation_id, session.user_id);
    if (user === undefined || !(await parts.passwords.verify(user.password_hash, password)))
      throw new Refused('INCORRECT_PASSWORD');
    refuseInactive(user, now);
    await clearUnlockFailures(sql, session.id);
    if (actor.kind === 'staff') return { message: DONE.UNLOCKED, token: actor.token, tokenExpiryDate: session.ends_at };
    const token = newToken('s', parts.random);
    await sql.transaction().execute(async (trx) => {
      await addToken(trx, { sessionId: session.id, token, now });
      await takeBack(actor, { sql: trx, parts, now, clinician: user });
    });
    return { message: DONE.UNLOCKED, token, tokenExpiryDate: session.ends_at };
  },

  async userGetClinicians(_, { sql, actor }) {
    const users = await cliniciansOf(sql, actor.organisationId);
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
      actor: { kind: 'STAFF', name: `${clinician.first_name} ${clinician.last_name}`, role: clinician.roleName ?? '' },
    });
}

function refuseInactive({ status, expiry_date }: FullUser, now: string): void {
  const isPending = status === 'PENDING_PROFILE' || status === 'PENDING_2FA' || status === 'PENDING_TERMS';
  const hasExpired = expiry_date !== null && expiry_date < now.slice(0, 10);
  if ((status !== 'ACTIVE' && !isPending) || hasExpired) throw new Refused('NOT_ACTIVATED');
}

function secondsUntil(instant: string, { clock }: Parts): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - clock()) / 1000));
}
