import { isOfTheirOwn } from '#domain/organisation/second-person.ts';
import { Refused } from '#server/api-error.ts';
import { accessGrants } from '#server/data/retention/access-grants.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';

/**
 * Refuses a second person whom the first one could have made: two accounts of one hand are one person.
 *
 * @param first - the person who decided first, and when (ISO)
 * @throws Refused MADE_SECOND_PERSON
 */
export async function refuseMadeSecond({ db, actor }: Context<StaffActor>, first: { id: string; at: string }): Promise<void> {
  const { organisationId, userId } = actor;
  const second = await accessGrants(db, { organisationId, userId, right: 'organisation.manage' });
  if (!isOfTheirOwn(first, second)) throw new Refused('MADE_SECOND_PERSON');
}
