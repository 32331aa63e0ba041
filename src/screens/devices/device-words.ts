import { clockTime, localDate, shortDate } from '#domain/plain-date.ts';

/** The last report of a tablet, and its time. */
type Told = {
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

/** `2 items waited`: the present number is unknown. */
export function unsentWords(unsent: number): string {
  if (unsent === 0) return 'Nothing waited';
  return unsent === 1 ? '1 item waited' : `${unsent} items waited`;
}

/** `when it last told, 14:05`, with the date if it was another day. */
export function lastReportedText({ at }: Pick<Told, 'at'>, { now, zone }: Clock): string {
  const day = localDate(Date.parse(at), zone);
  const time = clockTime(at, zone);
  return `when it last told, ${day === localDate(now, zone) ? time : `${shortDate(day)}, ${time}`}`;
}

/** The consequences of blocking a tablet for the data on it. */
export function blockWords(told: Told, clock: Clock): string {
  return [
    `${unsentWords(told.unsent)} on it to be sent ${lastReportedText(told, clock)}.`,
    'Whatever waits on it by now will not be sent while it is blocked.',
    'What it has stored cannot be opened with a sign-in any more, until it is allowed again.',
  ].join(' ');
}
