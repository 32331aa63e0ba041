import { ENDED_BY_NEWER } from './state-words.ts';
import { eventWords, isEndedByNewer, type TimelineEvent, type TimelineEventType } from './timeline.ts';
import { longTime } from '#domain/values/plain-date.ts';

/** Steps after which a version takes no more of what the bedside sends for it. */
const ENDING: readonly TimelineEventType[] = [
  'ALL_SIGNED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'RECALLED',
  'REOPENED',
  'RECONSENTED',
  'SUPERSEDED',
  'VOIDED',
  'DELETED',
  'DRAFT_DISCARDED',
];

/** The newest step that ended this version, or opened it again to be changed; null while this device knows of none. */
export function endOf(timeline: readonly TimelineEvent[], consentID: string): TimelineEvent | null {
  const isEnd = ({ type, versionId, hash }: TimelineEvent): boolean =>
    // An act without a hash was made on this device, and waits as well.
    versionId === consentID && hash !== '' && ENDING.some((each) => each === type);
  return timeline.findLast(isEnd) ?? null;
}

/** `Recorded in error by Demo Surgeon, 21 November 2026, 14:05 GMT`. @param zone - IANA name */
export function endWords(event: Pick<TimelineEvent, 'type' | 'actor' | 'detail' | 'at'>, zone: string): string {
  const who = event.actor.name === '' ? '' : ` by ${event.actor.name}`;
  const what = isEndedByNewer(event) ? ENDED_BY_NEWER : `${eventWords(event)}${who}`;
  return `${what}, ${longTime(event.at, zone)}`;
}
