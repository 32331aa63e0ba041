import { clockTime, localDate, longTime, shortDate } from '#domain/values/plain-date.ts';
import { MINUTE } from '#domain/base/limits.ts';

/** A cached list older than this shows its age, ms [choice]. */
const COMING_FRESH = 5 * MINUTE;

type Heard = {
  /** time of this tablet's last complete pull, epoch ms; null never */
  readonly at: number | null;
  /** epoch ms by the same clock */
  readonly now: number;
  readonly isOnline: boolean;
  /** IANA name */
  readonly timeZone: string;
};

/** The age of the list, if relevant: `As of 14:02`. Null while it is fresh. */
export function heardWords({ at, now, isOnline, timeZone }: Heard): string | null {
  if (at === null) return 'Incomplete: this tablet has not received everything from the server yet';
  if (isOnline && now - at <= COMING_FRESH) return null;
  const instant = new Date(at).toISOString();
  return localDate(at, timeZone) === localDate(now, timeZone)
    ? `As of ${clockTime(instant, timeZone)}`
    : `As of ${longTime(instant, timeZone)}`;
}

/** Shown where no listed case is known: an empty list would claim that there is none. */
export const UNHEARD =
  'This tablet has not received everything from the server yet, so it does not know what is listed for surgery.';

/** Shown where nothing is known to wait: an empty list would claim that nothing does. */
export const UNHEARD_NEEDS = 'This tablet has not received everything from the server yet, so it does not know what needs you.';

/** Said without a network, where somebody could else say that they see to a need. */
export const TAKING_NEEDS_NETWORK = 'Taking needs the network: somebody else may have it.';

/**
 * Title where no case waits.
 *
 * @param heard - the copy's age, if relevant: an older copy does not know of later cases
 * @param hidden - number of listed cases that this tablet cannot show: nobody knows whether they are ready
 */
export function noNeedsTitle(heard: string | null, hidden: number): string {
  return heard === null && hidden === 0 ? 'Nothing needs you' : 'Nothing known to need you';
}

/** `All 3 operations until 7 Dec 2026 are ready.` Empty where none is listed. */
export function readyWords(ready: { readonly count: number; readonly until: string } | undefined): string {
  if (ready === undefined || ready.count === 0) return '';
  const until = shortDate(ready.until);
  return ready.count === 1 ? `The operation until ${until} is ready.` : `All ${ready.count} operations until ${until} are ready.`;
}

/**
 * The number of listed cases that are not shown, with the reason: `1 more listed case cannot be shown: its patient is not on this
 * tablet.` Null for none.
 */
export function hiddenWords({ hidden, shown }: { readonly hidden: number; readonly shown: number }): string | null {
  if (hidden === 0) return null;
  const more = shown > 0 ? ' more' : '';
  return hidden === 1
    ? `1${more} listed case cannot be shown: its patient is not on this tablet.`
    : `${hidden}${more} listed cases cannot be shown: their patients are not on this tablet.`;
}
