import { longTime } from '#domain/plain-date.ts';

/** What waits longer than this is warned of, ms (24 hours). */
export const TOO_LONG = 86_400_000;

type Waiting = {
  readonly unsent: number;
  /** when the oldest was made, ISO by this device's clock */
  readonly since: string;
  readonly timeZone: string;
};

/** The warning about what has waited too long; null while nothing has. @param now - epoch ms by the same clock */
export function ageWords({ unsent, since, timeZone }: Waiting, now: number): string | null {
  if (!(now - Date.parse(since) >= TOO_LONG)) return null;
  const items = unsent === 1 ? '1 item has' : `${unsent} items have`;
  const oldest = unsent === 1 ? 'since' : 'the oldest since';
  return `${items} not been sent for more than 24 hours, ${oldest} ${longTime(since, timeZone)}. Please connect this tablet to the network.`;
}
