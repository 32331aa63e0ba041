import type { Permission } from '#domain/accounts/roles.ts';
import { isOfTheirOwn } from '#domain/organisation/second-person.ts';
import { Refused } from '#server/api-error.ts';
import { accessGrants } from '#server/data/retention/access-grants.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';

/**
 * Refuses the first of two people as the second, and one whom the first could have made: two accounts of one hand are one person.
 *
 * @param first - the person who decided first, and when (ISO); `right`: the one that the second must have had for a while
 * @throws Refused ANOTHER_PERSON, MADE_SECOND_PERSON
 */
export async function refuseMadeSecond(
  { db, actor }: Context<StaffActor>,
  { right = 'organisation.manage', ...first }: { id: string; at: string; right?: Permission },
): Promise<void> {
  const { organisationId, userId } = actor;
  if (first.id === userId) throw new Refused('ANOTHER_PERSON');
  const second = await accessGrants(db, { organisationId, userId, right });
  if (!isOfTheirOwn(first, second)) throw new Refused('MADE_SECOND_PERSON');
}
