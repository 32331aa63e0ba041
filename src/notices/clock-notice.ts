import { MINUTE } from '#domain/base/limits.ts';

/** Clock error above which the notice is shown, ms [choice of the design]. */
export const WRONG_CLOCK = 10 * MINUTE;

/** Largest difference between two measurements of the same wrong clock, ms [choice]. */
const SAME = MINUTE;

/** Step for the notice about the clock. */
export type ClockStep = 'show' | 'hide' | null;

/**
 * Decides from the clock's offset whether the notice is shown or hidden: each wrong setting is shown once.
 *
 * @param lastShown - the offset that was last shown, ms; null while the clock was right
 * @param offset - the server's clock minus this device's, ms
 */
export function clockStep(lastShown: number | null, offset: number): ClockStep {
  if (Math.abs(offset) <= WRONG_CLOCK) return lastShown === null ? null : 'hide';
  return lastShown !== null && Math.abs(offset - lastShown) < SAME ? null : 'show';
}

/** Text of the notice about a wrong clock. @param offset - as of {@link clockStep} */
export function clockNoticeWords(offset: number): string {
  const way = offset > 0 ? 'slow' : 'fast';
  return `The clock of this tablet is ${spanWords(Math.abs(offset))} ${way}. The app still works: times are saved with the difference. Please have the clock corrected.`;
}

/** `25 minutes`, `2 hours`, `3 days`: a span in its largest unit. @param ms - ten minutes or more */
function spanWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
