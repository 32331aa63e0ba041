import { counted } from '#domain/base/counted.ts';
import type { Device } from '#contract/devices.ts';
import { clockTime, localDate, shortDate } from '#domain/values/plain-date.ts';

/** The last report of a tablet, and its time. */
type Report = {
  readonly unsent: number;
  /** ISO, UTC */
  readonly at: string;
};

type Clock = {
  /** epoch ms */
  readonly now: number;
  /** IANA name */
  readonly zone: string;
};

/** The end of a tablet's id: two tablets of the same kind are distinguished by it. */
export function deviceNumber({ id }: Pick<Device, 'id'>): string {
  return `No. ${id.slice(-6)}`;
}

/** A tablet in a sentence: `Ward 7, tablet 2 (No. 12ab34)`, or by what it says it is while nobody has named it. */
export function deviceTitle(device: Pick<Device, 'id' | 'name' | 'label'>): string {
  return `${device.label ?? device.name} (${deviceNumber(device)})`;
}

/** `2 items waiting`, at the last contact: the present number is unknown. */
export function unsentWords(unsent: number): string {
  if (unsent === 0) return 'Nothing waiting';
  return counted(unsent, 'item waiting', 'items waiting');
}

/** `Last contact 14:05`, with the date if it was another day. */
export function lastReportedText(report: Pick<Report, 'at'>, clock: Clock): string {
  return `Last contact ${momentOf(report, clock)}`;
}

/** The consequences of blocking a tablet for the data on it. */
export function blockWords(report: Report, clock: Clock): string {
  const waiting = report.unsent === 0 ? 'nothing' : counted(report.unsent, 'item');
  return [
    `At last contact (${momentOf(report, clock)}) it had ${waiting} waiting.`,
    'Anything saved since will not be sent while it is blocked.',
    'Nobody can open what it has stored until it is allowed again.',
  ].join(' ');
}

function momentOf({ at }: Pick<Report, 'at'>, { now, zone }: Clock): string {
  const day = localDate(Date.parse(at), zone);
  const time = clockTime(at, zone);
  return day === localDate(now, zone) ? time : `${shortDate(day)}, ${time}`;
}
