import { localDate } from '#domain/values/plain-date.ts';
import type { OpenCase } from './open-case.ts';

/** The moment of an act as its device says: ISO, and how far the server's clock was ahead of that device's, ms. */
type Captured = { capturedAt: string | null; clockOffset?: number | null | undefined };

/** The moment of an act by its device's clock as corrected, at latest of its receipt, epoch ms: a device's clock may be wrong. */
export function capturedMoment({ now }: Pick<OpenCase, 'now'>, { capturedAt, clockOffset }: Captured): number {
  const received = Date.parse(now);
  return capturedAt === null ? received : Math.min(Date.parse(capturedAt) + (clockOffset ?? 0), received);
}

/** The day of {@link capturedMoment} where the organisation is: ages are worked out on it. */
export function capturedDay(open: OpenCase, captured: Captured = open): string {
  return localDate(capturedMoment(open, captured), open.deps.settings.timeZone);
}
