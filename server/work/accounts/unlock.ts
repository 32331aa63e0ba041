import { UNLOCK_TRIES } from '#domain/signing/handover-lock.ts';
import { closeHandover } from '#server/data/signing/handovers.ts';
import { addToken, sessionById } from '#server/data/accounts/sessions.ts';
import { fullName, userById, type FullUser } from '#server/data/accounts/users.ts';
import { newToken } from '#server/data/tokens.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { secondsUntil } from '#server/policies/rate-limits.ts';
import { findCase, recordEvent } from '#server/work/cases/open-case.ts';
import { inTransaction } from '#server/data/transaction.ts';

type LiveSession = NonNullable<Awaited<ReturnType<typeof sessionById>>>;

/**
 * The staff session behind a lock or a handover, and its user.
 *
 * @throws Refused SIGN_IN or TICKET_ENDED for a session that has ended, UNLOCK_SPENT when its passwords are spent
 */
export async function sessionToUnlock({ db, actor, deps, now }: Context<StaffActor | TicketActor>): Promise<{
  session: LiveSession;
  user: FullUser;
}> {
  // A visit by a link has no clinician's session behind it.
  if (actor.sessionId === null) throw new Refused('FORBIDDEN');
  const session = await sessionById(db, actor.sessionId);
  if (session === undefined || session.ended_at !== null || session.ends_at <= now)
    throw new Refused(actor.kind === 'ticket' ? 'TICKET_ENDED' : 'SIGN_IN');
  if (session.unlock_failures >= UNLOCK_TRIES)
    throw new Refused('UNLOCK_SPENT', { retryAfter: secondsUntil(session.ends_at, deps) });
  const user = await userById(db, session.organisation_id, session.user_id);
  if (user === undefined) throw new Refused('SIGN_IN');
  return { session, user };
}

/**
 * Ends a handover and gives a new token of the clinician's session. Also one whose draft a colleague has deleted meanwhile: who is
 * proven always gets the tablet back.
 */
export async function returnTablet(
  { db, actor, deps, now }: Context<TicketActor>,
  { session, user }: { session: LiveSession; user: FullUser },
): Promise<string> {
  const token = newToken('s', deps.random);
  await inTransaction(db, async (trx) => {
    await addToken(trx, { sessionId: session.id, token, now });
    const isFirst = await closeHandover(trx, { organisationId: actor.organisationId, id: actor.handoverId, now });
    const open = isFirst ? await findCase({ db: trx, actor, now, deps }, actor.consentId) : undefined;
    if (open !== undefined)
      await recordEvent(open, {
        type: 'HANDOVER_ENDED',
        by: { staff: { name: fullName(user), roleName: user.roleName ?? '' } },
      });
  });
  return token;
}
