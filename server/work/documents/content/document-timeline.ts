import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { eventClockWords } from '#domain/base/device-clock.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { eventWords, type TimelineEvent } from '#domain/cases/timeline.ts';
import { composedList } from '#domain/values/composed.ts';
import type { TimelineRow } from '#server/outside/pdf/blocks.ts';

/** An event as a row of a printed timeline. @param times - how often it happened in a row */
export function timelineRow(event: TimelineEvent, timeZone: string, times = 1): TimelineRow {
  const clock = eventClockWords(event);
  const role = isSignerRole(event.actor.role) ? ROLE_WORDS[event.actor.role] : event.actor.role;
  return {
    at: exactTime(event.at, timeZone),
    what: times === 1 ? eventWords(event) : `${eventWords(event)}, ${times} times`,
    ...(clock !== null && { clock }),
    who: composedList([event.actor.name, role].filter(Boolean), ', '),
  };
}
