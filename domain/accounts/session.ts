import { HOUR } from '#domain/base/limits.ts';

/** A session lasts one hour and each extension adds one (spec §9). */
export const SESSION_LENGTH = HOUR;
/** No session outlives this, however often it was extended [choice]. */
export const SESSION_CAP = 12 * HOUR;

/** Minutes without a touch until a session locks, and those that a setting may name: tests lock after seconds [choice]. */
export const LOCK_MINUTES = { usual: 5, least: 0.1, most: 600 } as const;

/** A clock that was set back by less than this ends no session, ms [choice]. */
const STEP_BACK_MOST = 12 * HOUR;

/** The session has ended; it is signed in again, never extended. */
export class SessionOver extends Error {
  override name = 'SessionOver';
}

/**
 * Moves a session's end one hour past its present end, not past now, and never beyond twelve hours after the sign-in.
 *
 * @param times - present end, sign-in and now, all epoch ms
 * @throws SessionOver when the session has ended, or when its end cannot move any more
 * @see spec §4 Session, §9
 */
export function extend({ endsAt, signedInAt, now }: { endsAt: number; signedInAt: number; now: number }): number {
  const cap = signedInAt + SESSION_CAP;
  if (now >= endsAt || endsAt >= cap) throw new SessionOver('The session has ended');
  return Math.min(endsAt + SESSION_LENGTH, cap);
}

/**
 * The times of a session that seems to have begun in the future, as the clock was set back: it begins now and is as long as it was, so that it
 * is neither ended nor, begun while the clock was ahead, any longer.
 *
 * @param times - all epoch ms
 * @returns undefined where the clock went so far back that the session ends
 */
export function beginNow({
  endsAt,
  signedInAt,
  now,
}: {
  endsAt: number;
  signedInAt: number;
  now: number;
}): { endsAt: number; signedInAt: number } | undefined {
  const back = signedInAt - now;
  return back >= STEP_BACK_MOST ? undefined : { endsAt: endsAt - back, signedInAt: now };
}
