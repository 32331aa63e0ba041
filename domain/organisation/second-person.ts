import { DAY } from '#domain/base/limits.ts';

/** For so long the second of two people has had the right when the first one decides, days [choice]. */
export const SECOND_HELD_DAYS = 7;

/**
 * Something that gave the second person their access: an account, a role, a right of the role, or an access plan. `by` is null where nobody
 * is named. `isRunningPlan`: a change of a plan that had not ended, so that it took nobody's rights up again.
 */
export type AccessGrant = { readonly at: string; readonly by: string | null; readonly isRunningPlan?: boolean };

/**
 * Whether the second of two people is one of their own: nothing of their access comes from the first, ever, and nothing of it came in the
 * days before the first one decided, or since. A plan that runs is the hospital's, and is prolonged for all who have it: only what the first
 * one's hand did to it in those days, or since, counts [choice].
 *
 * @param first - `at`: when the first one decided, ISO
 * @param grants - every line of the security log that gave the second one access
 * @param since - when the account of the second one was made, ISO
 */
export function isOfTheirOwn(
  first: { readonly id: string; readonly at: string },
  { grants, since }: { readonly grants: readonly AccessGrant[]; readonly since: string },
): boolean {
  const least = Date.parse(first.at) - SECOND_HELD_DAYS * DAY;
  return Date.parse(since) <= least && grants.every((grant) => isFromElsewhere(grant, { id: first.id, least }));
}

/** @param least - epoch ms: the latest that counts as before */
function isFromElsewhere({ at, by, isRunningPlan = false }: AccessGrant, { id, least }: { id: string; least: number }): boolean {
  const isBefore = Date.parse(at) <= least;
  return isRunningPlan ? isBefore || by !== id : isBefore && by !== id;
}
