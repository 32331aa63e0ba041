import { MINUTE } from '#domain/base/limits.ts';

/** Time between the warning and the session's end [choice], ms. */
export const WARNING_MS = 2 * MINUTE;

/** Phase of a session, and ms until the next check. */
export type SessionPhase = { readonly phase: 'open' | 'ending' | 'over'; readonly nextLook: number };

/**
 * Phase of a session by the server's clock.
 *
 * @param endsAt - epoch ms
 * @param now - epoch ms by the server's clock
 */
export function sessionPhase(endsAt: number, now: number): SessionPhase {
  const left = endsAt - now;
  // An unreadable time counts as past: closed is the safe side.
  if (!(left > 0)) return { phase: 'over', nextLook: Number.POSITIVE_INFINITY };
  if (left <= WARNING_MS) return { phase: 'ending', nextLook: Math.min(left, 1000) };
  return { phase: 'open', nextLook: left - WARNING_MS };
}
