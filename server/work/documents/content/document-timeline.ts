import { eventClockWords } from '#domain/base/device-clock.ts';
import { exactParts } from '#domain/values/plain-date.ts';
import { authorWords, type ShownAuthor } from '#domain/cases/event-author.ts';
import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import { eventWords, type TimelineEvent } from '#domain/cases/timeline.ts';
import type { TimelineRow } from '#server/outside/pdf/blocks.ts';

type Row = {
  readonly author: ShownAuthor;
  /** IANA name */
  readonly timeZone: string;
  /** how often it happened in a row */
  readonly times?: number;
};

/** A withdrawal says who, how and why; every other event what happened. */
function printedWords(event: TimelineEvent): string {
  return event.type === 'WITHDRAWN' ? withdrawalWords(event) : eventWords(event);
}

/** An event as a row of a printed timeline. */
export function timelineRow(event: TimelineEvent, { author, timeZone, times = 1 }: Row): TimelineRow {
  const clock = eventClockWords(event);
  const { day, time, zone } = exactParts(event.at, timeZone);
  return {
    day: `${day}, times in ${zone}`,
    at: time,
    what: times === 1 ? printedWords(event) : `${eventWords(event)}, ${times} times`,
    ...(clock !== null && { clock }),
    who: authorWords(author),
  };
}
