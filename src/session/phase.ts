/** The warning comes this long before the end [choice], ms. */
export const WARNING_MS = 120_000;

/** Where a session stands, and in how many ms to look again. */
export type SessionPhase = { readonly phase: 'open' | 'ending' | 'over'; readonly nextLook: number };

/**
 * Where a session stands by the server's clock.
 *
 * @param endsAt - epoch ms
 * @param now - epoch ms by the server's clock
 */
export function sessionPhase(endsAt: number, now: number): SessionPhase {
  const left = endsAt - now;
  // What cannot be read as a time has no future: closed is the safe side.
  if (!(left > 0)) return { phase: 'over', nextLook: Number.POSITIVE_INFINITY };
  if (left <= WARNING_MS) return { phase: 'ending', nextLook: Math.min(left, 1000) };
  return { phase: 'open', nextLook: left - WARNING_MS };
}

/** `2 minutes`, `1 minute`, `45 seconds`: how a remaining time is said. @param ms - of the session, above 0 */
export function remainingWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`;
  if (seconds === 60) return '1 minute';
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
