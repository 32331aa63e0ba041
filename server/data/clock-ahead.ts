import { MINUTE } from '#domain/base/limits.ts';

/** Clocks of several servers may differ by so much before one counts as ahead or behind, ms [choice]. */
export const SERVER_CLOCKS_DIFFER = MINUTE;

/**
 * The latest time, ISO, that a clock which is right can have written of something that lies at most `span` ms after its writing. A later one
 * was written while the clock was ahead: nothing waits for it.
 *
 * @param now - ISO
 */
export function latestRight(now: string, span = 0): string {
  return new Date(Date.parse(now) + span + SERVER_CLOCKS_DIFFER).toISOString();
}
