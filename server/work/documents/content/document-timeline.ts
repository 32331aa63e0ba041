import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { eventClockWords } from '#domain/base/device-clock.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import { eventWords, type TimelineEvent } from '#domain/cases/timeline.ts';
import type { TimelineRow } from '#server/outside/pdf/blocks.ts';

/** A withdrawal says who, how and why; every other event what happened. */
function printedWords(event: TimelineEvent): string {
  return event.type === 'WITHDRAWN' ? withdrawalWords(event) : eventWords(event);
}

/** An event as a row of a printed timeline. @param times - how often it happened in a row */
export function timelineRow(event: TimelineEvent, timeZone: string, times = 1): TimelineRow {
  const clock = eventClockWords(event);
  return {
    at: exactTime(event.at, timeZone),
    what: times === 1 ? printedWords(event) : `${eventWords(event)}, ${times} times`,
    ...(clock !== null && { clock }),
    who: [event.actor.name, isSignerRole(event.actor.role) ? ROLE_WORDS[event.actor.role] : event.actor.role]
      .filter(Boolean)
      .join(', '),
  };
}
