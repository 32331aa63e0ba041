import { counted } from '#domain/base/counted.ts';
import { MINUTE, HOUR, DAY } from './limits.ts';

/** How far a device's clock may be from the server's before it is called wrong, ms [choice]. */
export const CLOCKS_DIFFER = MINUTE;
/** The longest plausible wait of an offline entry, ms [choice]. After a longer one the sentence about the clock says so. */
const PLAUSIBLE_WAIT = 7 * DAY;

/** A moment by a device's clock. */
export type DeviceMoment = {
  /** by the device's clock, ISO */
  deviceAt: string;
  /** by the server's clock when it arrived, ISO */
  receivedAt: string;
  /** server's clock minus the device's, ms; undefined where the device did not say */
  clockOffset?: number | null | undefined;
};

/**
 * A sentence about the fault of a device's clock; null when none is known. The device's time is never refused and never
 * corrected: the server's time is shown beside it.
 */
export function deviceClockWords({ deviceAt, receivedAt, clockOffset }: DeviceMoment): string | null {
  const offset = clockOffset ?? 0;
  const after = Date.parse(deviceAt) - Date.parse(receivedAt);
  const ahead = after + offset;
  // A device cannot sign after the server has received it: its clock was wrong by that much at the least.
  if (ahead > CLOCKS_DIFFER && after > CLOCKS_DIFFER)
    return `The tablet’s clock was wrong by ${lengthWords(after)} or more: it was fast.`;
  // The time is possible, but not together with the offset: one of the two is from before the clock was set.
  if (ahead > CLOCKS_DIFFER)
    return `The tablet said that its clock was ${lengthWords(offset)} slow. This time does not fit that: the clock may have been set in between.`;
  if (Math.abs(offset) > CLOCKS_DIFFER)
    return `The tablet’s clock was wrong by ${lengthWords(offset)}: it was ${offset > 0 ? 'slow' : 'fast'}.`;
  if (-ahead > PLAUSIBLE_WAIT)
    return `The tablet’s time is ${lengthWords(ahead)} before the server’s: its clock was wrong, or it had no network for so long.`;
  return null;
}

/** The fields of a timeline event that this check reads. */
type DeviceEvent = {
  readonly at: string;
  readonly deviceAt: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** As {@link deviceClockWords}, of an event of a timeline; null for one that has no device. */
export function eventClockWords({ at, deviceAt, detail }: DeviceEvent): string | null {
  const offset = detail['clockOffset'];
  if (deviceAt === null) return null;
  return deviceClockWords({ deviceAt, receivedAt: at, clockOffset: typeof offset === 'number' ? offset : undefined });
}

const UNITS = [
  ['year', 365 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** The two largest units of a length of time: `3 years 12 days`, `2 hours 5 minutes`. @param ms - the sign is ignored */
function lengthWords(ms: number): string {
  let left = Math.abs(ms);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(counted(count, unit));
  }
  return parts.slice(0, 2).join(' ');
}
