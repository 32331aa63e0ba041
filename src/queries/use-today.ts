import { localDate } from '#domain/plain-date.ts';
import { serverNow } from '#src/session/clock.ts';
import { useProduct } from './reference.ts';

/** Today in the organisation's time zone by the server's clock, as a plain date. */
export function useToday(): string {
  return localDate(serverNow(), useProduct().timeZone);
}
