import { DAY } from '#domain/base/limits.ts';

/** For so long the second of two people has had the right when the first one decides, days [choice]. */
export const SECOND_HELD_DAYS = 7;

/** Something that gave the second person their access: an account, a role, or a right of the role. `by` is null where nobody is named. */
export type AccessGrant = { readonly at: string; readonly by: string | null };

/**
 * Whether the second of two people is one of their own: nothing of their access comes from the first, ever, and nothing of it came in the
 * days before the first one decided, or since.
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
  return Date.parse(since) <= least && grants.every(({ at, by }) => by !== first.id && Date.parse(at) <= least);
}
