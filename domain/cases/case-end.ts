import * as v from 'valibot';
import { DAY } from '#domain/base/limits.ts';
import { longDate, plainDateOf } from '#domain/values/plain-date.ts';

/** How a case ends: its operation was done, or it is not going ahead. */
export const END_KINDS = ['DONE', 'CLOSED'] as const;
export type EndKind = (typeof END_KINDS)[number];

/** Where an end was recorded: on the page of the case, on a theatre list, after a confirmation on the day, or by a booking. */
export const END_SOURCES = ['PERSON', 'LIST', 'CONFIRM', 'BOOKING'] as const;
export type EndSource = (typeof END_SOURCES)[number];

/** Why a case does not go ahead. */
export const CLOSE_REASONS = ['PATIENT', 'CLINICAL', 'HOSPITAL', 'OTHER'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Characters of the reason why an operation was done without a consent in force [choice]. */
export const WITHOUT_REASON = { least: 10, most: 1000 } as const;

/** A reason of a close as people choose it. */
export const CLOSE_WORDS: Readonly<Record<CloseReason, string>> = {
  PATIENT: 'The patient does not want it',
  CLINICAL: 'It is not needed, or not possible now',
  HOSPITAL: 'The hospital cannot do it',
  OTHER: 'Another reason',
};

const EndedParts = v.object({
  kind: v.picklist(END_KINDS),
  /** plain date of the operation; of a close the day on which it was recorded */
  on: v.string(),
  source: v.picklist(END_SOURCES),
  /** name of the person who recorded it */
  by: v.string(),
  /** of the act by the clock of its device as corrected, ISO */
  at: v.string(),
  /** of a close */
  reason: v.optional(v.picklist(CLOSE_REASONS)),
  /** whether no consent was in force at the operation; absent where one was */
  isWithoutConsent: v.optional(v.literal(true)),
  /** since when a consent that was taken back after the operation waits for somebody to find out whether it was done, ISO; absent without that */
  takenBackAt: v.optional(v.string()),
  /** whether a newer version was begun since, and is not signed yet: the next operation is prepared; absent without one */
  isFollowed: v.optional(v.literal(true)),
});
type Parts = typeof EndedParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface CaseEndedSchema extends Parts {}
/** The end of a case as it stands beside its status. */
export const CaseEnded: CaseEndedSchema = EndedParts;
export type CaseEnded = v.InferOutput<CaseEndedSchema>;

/** The day on which the age of a consent is judged once its operation was done; undefined for any other case. */
export function doneOn(ended: CaseEnded | null | undefined): string | undefined {
  return ended?.kind === 'DONE' ? ended.on : undefined;
}

/** The state of an ended case on one row of a list. `ON_DAY`: the row is that of the operation, or an earlier one; `LATER`: of a later day. */
export type EndedState =
  | { readonly state: 'CLOSED' | 'TAKEN_BACK' }
  | { readonly state: 'ON_DAY' | 'LATER'; readonly on: string; readonly isWithoutConsent: boolean };

type EndOnRow = {
  /** plain date of the row; null for a case on no list */
  readonly listedOn: string | null;
  /** plain date */
  readonly today: string;
};

/**
 * The state of an ended case on the row of a day; null for one that has not ended. That a consent was taken back after its operation stands
 * on every row from today on, until somebody has settled it.
 */
export function endedStateOf(ended: CaseEnded | null | undefined, { listedOn, today }: EndOnRow): EndedState | null {
  if (ended == null) return null;
  if (ended.kind === 'CLOSED') return { state: 'CLOSED' };
  if (ended.takenBackAt !== undefined && (listedOn === null || listedOn >= today)) return { state: 'TAKEN_BACK' };
  const state = listedOn !== null && listedOn > ended.on ? 'LATER' : 'ON_DAY';
  return { state, on: ended.on, isWithoutConsent: ended.isWithoutConsent === true };
}

/** The reason of a light, for each state of an ended case. */
export function endedWords(ended: EndedState): string {
  switch (ended.state) {
    case 'CLOSED':
      return 'Not going ahead';
    case 'TAKEN_BACK':
      return 'Taken back after it was recorded as done: was it done?';
    case 'LATER':
      return `Recorded as done on ${longDate(ended.on)}: a new consent is needed`;
    case 'ON_DAY':
      return `Recorded as done on ${longDate(ended.on)}${ended.isWithoutConsent ? ', without a consent in force' : ''}`;
  }
}

/**
 * Whether a case asks if its operation was done: its listed day is over, and it was confirmed on that day. Nothing is recorded by itself.
 *
 * @param today - plain date
 */
export function mayAskWhetherDone({
  listedOn,
  confirmedAt,
  today,
}: {
  readonly listedOn: string | null;
  /** ISO; null without a confirmation */
  readonly confirmedAt: string | null;
  readonly today: string;
}): boolean {
  return listedOn !== null && listedOn < today && confirmedAt !== null && confirmedAt.slice(0, 10) >= dayBefore(listedOn);
}

function dayBefore(date: string): string {
  return plainDateOf(Date.parse(date) - DAY);
}

/**
 * Whether a case stops: no list, no message and no need tells of it. One with a consent that was taken back waits for a person, and one of
 * which a newer version is begun goes on with that.
 */
export function hasStopped(ended: CaseEnded | null | undefined): boolean {
  return ended != null && ended.takenBackAt === undefined && ended.isFollowed === undefined;
}
