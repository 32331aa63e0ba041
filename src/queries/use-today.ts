import { localDate } from '#domain/values/plain-date.ts';
import { serverNow } from '#src/device/clock.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import { useProduct } from './reference.ts';

/** Today in the organisation's time zone by the server's clock, as a plain date; updated at midnight. */
export function useToday(): string {
  const { timeZone } = useProduct();
  return useClockValue(() => localDate(serverNow(), timeZone));
}
