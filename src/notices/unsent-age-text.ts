import { counted } from '#domain/base/counted.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { DAY } from '#domain/base/limits.ts';
import { durationWords } from '#domain/base/duration-words.ts';

/** Age of an unsent op from which a warning is shown, ms (24 hours). */
export const UNSENT_WARNING_AFTER = DAY;

type UnsentAge = {
  readonly unsent: number;
  /** creation time of the oldest op, ISO by this device's clock */
  readonly since: string;
  readonly timeZone: string;
};

/** Warning about ops that have waited too long; null while there are none. @param now - epoch ms by the same clock */
export function unsentAgeText({ unsent, since, timeZone }: UnsentAge, now: number): string | null {
  if (!(now - Date.parse(since) >= UNSENT_WARNING_AFTER)) return null;
  const items = counted(unsent, 'item has', 'items have');
  const oldest = unsent === 1 ? 'since' : 'the oldest since';
  return `${items} not been sent for more than ${durationWords(UNSENT_WARNING_AFTER)}, ${oldest} ${longTime(since, timeZone)}. Please connect this tablet to the network.`;
}
