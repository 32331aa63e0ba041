import type { UserStatus } from '#domain/accounts/user-status.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { EmailAddress, IdentityLine, Uuid } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { KINDS_OF_NEWS, notificationRule, type NotificationKind } from './notification-kinds.ts';

/** The mailbox of those who work in one speciality: it is told what must not wait for one person. */
export const TeamMailbox = v.strictObject({
  specialityID: Uuid,
  name: IdentityLine({ label: 'Name of the team', least: 1, most: NAME_MOST }),
  email: EmailAddress,
});
export type TeamMailbox = v.InferOutput<typeof TeamMailbox>;

/** Somebody who stands in for an account, on the days from one to another, both included. */
export const Cover = v.pipe(
  v.strictObject({ userID: Uuid, from: PlainDate, to: PlainDate }),
  v.forward(
    v.check(({ from, to }) => from <= to, 'The last day must not be before the first'),
    ['to'],
  ),
);
export type Cover = v.InferOutput<typeof Cover>;

/** The kinds of news that may be switched off: what goes at once may not, and the need on Home stays in any case. */
export const KINDS_TO_SWITCH_OFF: readonly NotificationKind[] = KINDS_OF_NEWS.filter((kind) => {
  const { staff } = notificationRule(kind);
  return staff !== undefined && staff.speed !== 'NOW';
});

const KindOff = v.pipe(
  v.string('A kind must be text'),
  v.check((kind) => KINDS_TO_SWITCH_OFF.some((each) => each === kind), 'This kind of message cannot be switched off'),
);

/** The kinds of news that somebody does not want, each once. */
export const KindsOff = v.pipe(
  v.array(KindOff, 'The kinds must be a list'),
  v.maxLength(KINDS_OF_NEWS.length, 'There are too many kinds'),
  v.transform((kinds) => [...new Set(kinds)]),
);

/** The person who stands in on a day; null on any other day. @param today - plain date */
function coverOn(cover: Cover | null, today: string): string | null {
  return cover !== null && cover.from <= today && today <= cover.to ? cover.userID : null;
}

/** An account as far as it depends on whether news of a case is for it. */
type NewsAccount = { readonly status: UserStatus; readonly cover: Cover | null };

/**
 * Those who hear of news that is for these accounts: whoever is away and whoever stands in, both; in the place of an account that is not in
 * use whoever stands in, else the team.
 *
 * @param ids - of accounts; one that is not known is not in use @param today - plain date
 */
export function hearersOf(
  ids: readonly string[],
  accounts: ReadonlyMap<string, NewsAccount>,
  today: string,
): { readonly users: Set<string>; readonly tellsTeam: boolean } {
  const users = new Set<string>();
  let tellsTeam = false;
  for (const id of ids) {
    const account = accounts.get(id);
    const cover = coverOn(account?.cover ?? null, today);
    if (account?.status === 'ACTIVE') users.add(id);
    else if (cover === null) tellsTeam = true;
    if (cover !== null) users.add(cover);
  }
  return { users, tellsTeam };
}

/** Whether somebody gets this news by mail: what is urgent always. */
export function wantsNews(
  off: readonly string[],
  { kind, speed }: { readonly kind: NotificationKind; readonly speed: string },
): boolean {
  return speed === 'NOW' || !off.includes(kind);
}
