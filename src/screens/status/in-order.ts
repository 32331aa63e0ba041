import { MINUTE } from '#domain/base/limits.ts';

/** The oldest answer that still says how things are, ms [choice]: three of the intervals at which it is asked for. */
const STATUS_FRESH = 3 * MINUTE;

/** One answer of the server, as its query keeps it. `dataUpdatedAt`: epoch ms by this device's clock, 0 without an answer */
type Reading = { readonly isError: boolean; readonly isPaused: boolean; readonly dataUpdatedAt: number };

type Found = {
  readonly readings: readonly Reading[];
  /** findings that need a person: warnings, mails that did not go out and documents that are not sealed */
  readonly found: readonly (readonly unknown[] | undefined)[];
};

/** Whether the server may be called in order: everything was read just now, and nothing was found. @param now - epoch ms by this device's clock */
export function isInOrder({ readings, found }: Found, now: number): boolean {
  const isFresh = ({ isError, isPaused, dataUpdatedAt }: Reading) => !isError && !isPaused && now - dataUpdatedAt <= STATUS_FRESH;
  return readings.every(isFresh) && found.every((list) => list?.length === 0);
}

/** The failed reading whose last answer is the oldest; undefined while all are answered. */
export function oldestFailed<R extends Reading>(readings: readonly R[]): R | undefined {
  return readings
    .filter(({ isError, dataUpdatedAt }) => isError && dataUpdatedAt > 0)
    .toSorted((one, other) => one.dataUpdatedAt - other.dataUpdatedAt)[0];
}
