import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { eventClockWords } from '#domain/base/device-clock.ts';
import { exactParts } from '#domain/values/plain-date.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { eventWords, type TimelineEvent } from '#domain/cases/timeline.ts';
import type { TimelineRow } from '#server/outside/pdf/blocks.ts';

/** An event as a row of a printed timeline. @param times - how often it happened in a row */
export function timelineRow(event: TimelineEvent, timeZone: string, times = 1): TimelineRow {
  const clock = eventClockWords(event);
  const { day, time, zone } = exactParts(event.at, timeZone);
  return {
    day: `${day}, times in ${zone}`,
    at: time,
    what: times === 1 ? eventWords(event) : `${eventWords(event)}, ${times} times`,
    ...(clock !== null && { clock }),
    who: [event.actor.name, isSignerRole(event.actor.role) ? roleInText(event.actor.role) : event.actor.role]
      .filter(Boolean)
      .join(', '),
  };
}
