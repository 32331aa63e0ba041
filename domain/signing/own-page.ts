import type { CaseStatus, SignerState } from '#domain/base/states.ts';
import { DAY } from '#domain/base/limits.ts';
import { hasStopped, type CaseEnded } from '#domain/cases/case-end.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { isConsenter, isSignerDone } from '#domain/consents/recipients.ts';
import { PRESUMED_ABLE_FROM } from '#domain/forms/age-at-signing.ts';
import { isParent, type SignerRole } from '#domain/forms/signer-roles.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { LinkEnd } from './link.ts';

/** The public address at which anybody may ask for their own page. */
export const OWN_PAGE_PATH = '/my-consent';

/** Time for which a link to the own page works: one that a message brings, and one that was asked for, ms [choice]. */
export const PAGE_LINK_LIFE = { message: 14 * DAY, asked: DAY } as const;

/** Time for which a page is there once the case has ended, and else after the answer, ms [choice]. */
const AFTER_END = 90 * DAY;
const AFTER_ANSWER = 730 * DAY;

/** Locked links of one signer within a time after which staff alone help on [choice]. */
export const LOCKED_LINKS_MOST = 2;
export const LOCKED_LINKS_SPAN = 30 * DAY;

/** The ends of a link to a form after which its signer may still be written to about it: nobody has ended it on purpose. */
const STILL_WRITTEN_TO: ReadonlySet<LinkEnd | null> = new Set([null, 'TIME', 'OTHER_WAY']);

/** Whether somebody may come back to their form once a link of theirs has ended in this way, or is open; null for one that is open. */
export function mayComeBack({
  ended_by: by,
  locked_at: lockedAt,
}: {
  readonly ended_by: LinkEnd | null;
  readonly locked_at: string | null;
}): boolean {
  return lockedAt === null && STILL_WRITTEN_TO.has(by);
}

type Standing = {
  readonly role: SignerRole;
  readonly required?: boolean | undefined;
  readonly state: SignerState;
  readonly status: CaseStatus;
  /** of the last change of the version's status, ISO */
  readonly answeredAt: string;
  readonly ended: CaseEnded | null;
  /** of the patient, plain date */
  readonly dateOfBirth: string;
};

/** Whether the child of a parent is of the age from which the page is the parent's no more. @param today - plain date */
export function hasOutgrown({ role, dateOfBirth }: Pick<Standing, 'role' | 'dateOfBirth'>, today: string): boolean {
  return isParent(role) && ageOn(dateOfBirth, today) >= PRESUMED_ABLE_FROM;
}

/**
 * The place to which a signer comes back: the form, while their answer is awaited; their own page once they have answered, until its
 * time is over; or nothing, as for a form that was made by mistake, and for a parent of somebody who is 16 now.
 *
 * @param today - plain date @param now - epoch ms
 */
export function ownPageOf(
  { role, required, state, status, answeredAt, ended, dateOfBirth }: Standing,
  { today, now }: { readonly today: string; readonly now: number },
): 'FORM' | 'PAGE' | null {
  if (!isConsenter({ role, required }) || hasOutgrown({ role, dateOfBirth }, today)) return null;
  if (!isSignerDone({ state })) return mayMove(status, 'sign') ? 'FORM' : null;
  if (state === 'EXPIRED' || status === 'VOIDED') return null;
  const endsAt = ended !== null && hasStopped(ended) ? Date.parse(ended.at) + AFTER_END : Date.parse(answeredAt) + AFTER_ANSWER;
  return now < endsAt ? 'PAGE' : null;
}
