import * as v from 'valibot';
import { clockTime, isPlainDate, localDate, longTime } from '#domain/values/plain-date.ts';
import { SingleLine } from '#domain/values/text.ts';
import { instantAt } from '#domain/values/wall-time.ts';
import { DAY } from '#domain/base/limits.ts';

/** Characters of the words about planned maintenance [choice]. */
const MAINTENANCE_TEXT_MOST = 300;
const WALL = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d$/;
const WallTime = v.pipe(
  v.string('The time must be text'),
  v.check((text) => WALL.test(text) && isPlainDate(text.slice(0, 10)), 'The time must be like 2026-08-06T20:00'),
);

/** Planned maintenance as the operator of a site writes it: times by the organisation's wall clock. */
export const MaintenanceSetting = v.pipe(
  v.strictObject({
    text: v.optional(SingleLine({ label: 'text', most: MAINTENANCE_TEXT_MOST }), ''),
    from: WallTime,
    until: WallTime,
  }),
  v.check(({ from, until }) => from < until, 'The maintenance must end after it begins'),
);
export type MaintenanceSetting = v.InferOutput<typeof MaintenanceSetting>;

/** Planned maintenance: what to know about it, and from when until when, ISO 8601. */
export const Maintenance = v.object({ text: v.string(), from: v.string(), until: v.string() });
export type Maintenance = v.InferOutput<typeof Maintenance>;

/** The moments of maintenance that was planned by a wall clock. @param zone - IANA name */
export function plannedMaintenance({ text, from, until }: MaintenanceSetting, zone: string): Maintenance {
  const at = (wall: string) => instantAt(wall, zone) ?? '';
  return { text, from: at(from), until: at(until) };
}

/** How long before it begins maintenance is announced, ms [choice]: three days, as shifts change. */
const ANNOUNCED = 3 * DAY;

/** Whether maintenance is announced or under way at a moment, epoch ms; null before and after that. */
export function maintenanceState({ from, until }: Maintenance, now: number): 'SOON' | 'NOW' | null {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  if (now >= end || now < begin - ANNOUNCED) return null;
  return now < begin ? 'SOON' : 'NOW';
}

/** Its times for people, in the organisation's zone: `6 August 2026, 20:00 BST to 22:00`. */
export function maintenanceTimes({ from, until }: Maintenance, zone: string): string {
  const isOneDay = localDate(Date.parse(from), zone) === localDate(Date.parse(until), zone);
  return `${longTime(from, zone)} to ${isOneDay ? clockTime(until, zone) : longTime(until, zone)}`;
}
