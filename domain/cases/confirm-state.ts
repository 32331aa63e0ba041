import * as v from 'valibot';
import { counted } from '#domain/base/counted.ts';
import { DAY } from '#domain/base/limits.ts';
import { ageInDays, clockTime, daysBetween, localDate, plainDateOf } from '#domain/values/plain-date.ts';
import type { CaseStatus, ConfirmState } from '#domain/base/states.ts';

/** A signed consent older than this many days must be confirmed on the day (setting) [choice]. */
export const CONFIRM_AFTER_DAYS = 84;
/** A signed consent older than this many days has lapsed (setting) [choice]. */
export const LAPSE_AFTER_DAYS = 182;

/** Days after which a signed consent is confirmed on the day, and after which it has lapsed: settings of the server. */
export type ConfirmSettings = {
  readonly confirmAfterDays: number;
  readonly lapseAfterDays: number;
  /** IANA name: days are those of the organisation's wall calendar */
  readonly timeZone: string;
  /** when the server began with the rules of witnesses and of children below 13, ISO; absent and null: not known */
  readonly newRulesSince?: string | null | undefined;
};

/** The last confirmation on the day. */
export const Confirmation = v.object({
  /** ISO */
  at: v.string(),
  /** the clinician of the version at that time */
  clinicianId: v.string(),
  /** of the person who confirmed */
  name: v.string(),
});
export type Confirmation = v.InferOutput<typeof Confirmation>;

type ConfirmInput = {
  readonly status: CaseStatus;
  /** ISO; null for a version that is not signed, or whose copy is from a build without it */
  readonly signedAt: string | null;
  /** null without one */
  readonly confirmation: Pick<Confirmation, 'at' | 'clinicianId'> | null;
  /** the clinician who sent and signed the version */
  readonly clinicianAtSigning: string;
  /** the clinician of the case now, who operates */
  readonly clinicianNow: string;
  /** whether a child who was not able to decide alone said no */
  readonly childSaidNo: boolean;
  /** plain date on which the operation was done: nothing grows old after it; absent while it was not */
  readonly endedOn?: string | undefined;
};

/**
 * Whether a signed consent has to be confirmed on the day (specification "stage two"). Worked out wherever a light, a list or a
 * verdict is shown, on tablets too: no job need have run.
 *
 * @param now - epoch ms
 */
export function confirmStateOf(input: ConfirmInput, settings: ConfirmSettings, now: number): ConfirmState {
  const { status, signedAt, confirmation, clinicianNow } = input;
  if (status !== 'SIGNED' || signedAt === null) return 'NOT_REQUIRED';
  const ageOf = (at: string) => ageAsJudged(at, { now, endedOn: input.endedOn, timeZone: settings.timeZone });
  const age = ageOf(signedAt);
  if (age > settings.lapseAfterDays) return 'LAPSED';
  // A confirmation of the evening before counts: lists begin early [choice].
  const isOfToday = confirmation?.clinicianId === clinicianNow && ageOf(confirmation.at) <= 1;
  if (isOfToday) return 'CONFIRMED';
  // Nobody is asked again after the operation.
  if (input.endedOn !== undefined) return 'NOT_REQUIRED';
  return dueReasonOf(input, settings, age) === null ? 'NOT_REQUIRED' : 'DUE';
}

/** Local days since a moment, as of now, or as of the day of the operation once that was done. */
function ageAsJudged(
  at: string,
  { now, endedOn, timeZone }: { readonly now: number; readonly endedOn: string | undefined; readonly timeZone: string },
): number {
  if (endedOn === undefined) return ageInDays(at, now, timeZone);
  return daysBetween(localDate(Date.parse(at), timeZone), endedOn);
}

/** Why a signed consent has to be confirmed on the day, the first that holds; null where nothing asks for it. @param age - in local days */
function dueReasonOf(
  { clinicianAtSigning, clinicianNow, childSaidNo }: ConfirmInput,
  { confirmAfterDays }: ConfirmSettings,
  age: number,
): string | null {
  if (clinicianNow !== clinicianAtSigning) return 'The clinician has changed since it was signed: confirm on the day';
  if (age > confirmAfterDays) return signedAgoWords(age);
  return childSaidNo ? 'The child said no: confirm on the day' : null;
}

/** The reason of a signature that has grown old. @param age - in local days; undefined where it is not known */
export function signedAgoWords(age: number | undefined): string {
  return `Signed${age === undefined ? '' : ` ${daysAgo(age)}`}: confirm on the day`;
}

/** `today`, `1 day ago`, `91 days ago`. */
export function daysAgo(days: number): string {
  return days <= 0 ? 'today' : `${counted(days, 'day')} ago`;
}

/**
 * The reason why a signed consent has to be confirmed on the day, each its own, or when it was confirmed: `confirmed today 08:10`. Null
 * where neither is so.
 *
 * @param now - epoch ms
 */
export function confirmWords(input: ConfirmInput, settings: ConfirmSettings, now: number): string | null {
  const { signedAt, confirmation } = input;
  switch (confirmStateOf(input, settings, now)) {
    case 'CONFIRMED': {
      const at = confirmation?.at ?? '';
      if (input.endedOn !== undefined) return 'confirmed on the day';
      const isToday = ageInDays(at, now, settings.timeZone) <= 0;
      return isToday ? `confirmed today ${clockTime(at, settings.timeZone)}` : 'confirmed yesterday';
    }
    case 'DUE':
      return dueReasonOf(input, settings, ageInDays(signedAt ?? '', now, settings.timeZone));
    case 'LAPSED':
    case 'NOT_REQUIRED':
      return null;
  }
}

/**
 * The days of signatures that have to be confirmed for their age alone: from the first, and before the second.
 *
 * @param today - plain date where the organisation is
 */
export function signedWhenDue(
  today: string,
  { confirmAfterDays, lapseAfterDays }: Pick<ConfirmSettings, 'confirmAfterDays' | 'lapseAfterDays'>,
): { readonly from: string; readonly before: string } {
  const dayBefore = (days: number) => plainDateOf(Date.parse(today) - days * DAY);
  return { from: dayBefore(lapseAfterDays), before: dayBefore(confirmAfterDays) };
}

/** The worse of two states: of a server's last word and a device's own. A confirmation is told by the server alone. */
export function worseConfirmState(one: ConfirmState, other: ConfirmState): ConfirmState {
  return FROM_BEST.indexOf(other) > FROM_BEST.indexOf(one) ? other : one;
}

const FROM_BEST: readonly ConfirmState[] = ['NOT_REQUIRED', 'CONFIRMED', 'DUE', 'LAPSED'];
