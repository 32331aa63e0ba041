import { ownUserById, type FullUser, type OwnUser } from '#server/data/accounts/users.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { countAttempt, forgetAttempts, RATE_LIMITS } from '#server/policies/rate-limits.ts';

/** The account of the signed-in user. @throws Refused SIGN_IN when it is no longer there */
export async function ownAccount({ db, actor }: Context<StaffActor>): Promise<OwnUser> {
  const user = await ownUserById(db, actor.organisationId, actor.userId);
  if (user === undefined) throw new Refused('SIGN_IN');
  return user;
}

/**
 * Checks the password of a signed-in user. The network does not count: others who share it cannot keep a signed-in person from what
 * asks for the password.
 *
 * @throws Refused SLOW_DOWN, INCORRECT_PASSWORD
 */
export async function proveOwnPassword(context: Context<StaffActor>, user: FullUser, password: string): Promise<void> {
  const limit = RATE_LIMITS.ownPassword(user.id);
  await countAttempt(context, [limit]);
  if (!(await context.deps.passwords.verify(user.password_hash, password))) throw new Refused('INCORRECT_PASSWORD');
  await forgetAttempts(context, limit);
}
