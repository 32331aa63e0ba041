import * as v from 'valibot';
import { EmailAddress, IdentityLine } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';

/** Hours ahead of an operation from which all news of its case goes at once: the least and the most that may be chosen [choice]. */
export const URGENT_HOURS = { least: 24, most: 120 } as const;
/** Days ahead of an operation from which a case that is not ready waits for its clinician [choice]. The least holds two working days and a weekend, of which the mail of the morning tells. */
export const AHEAD_DAYS = { least: 5, most: 28 } as const;

const whole = (label: string, { least, most }: { readonly least: number; readonly most: number }) =>
  v.pipe(
    v.number(`The ${label} must be a number`),
    v.integer(`The ${label} must be a whole number`),
    v.minValue(least, `The ${label} must be at least ${least}`),
    v.maxValue(most, `The ${label} must be at most ${most}`),
  );

/** Somebody who hears of everything urgent beside those whose case it is: a desk that is always staffed, such as that of theatres. */
const UrgentContact = v.strictObject(
  { name: IdentityLine({ label: 'Name of the contact', least: 1, most: NAME_MOST }), email: EmailAddress },
  'The contact must be a name and an email address',
);
export type UrgentContact = v.InferOutput<typeof UrgentContact>;

/** The looking ahead of an organisation, as a change of its settings may hold it. */
export const AHEAD_ENTRIES = {
  urgentHours: whole('hours ahead from which an operation is urgent', URGENT_HOURS),
  aheadDays: whole('days ahead from which a case that is not ready is shown', AHEAD_DAYS),
  /** null: nobody */
  urgentContact: v.nullable(UrgentContact),
} as const;

/** How far ahead of an operation its case is urgent, in hours, and waits for its clinician where it is not ready, in days. */
export type AheadSettings = { readonly urgentHours: number; readonly aheadDays: number };

/** As it is before anybody has changed it [choice]. */
export const AHEAD_DEFAULTS: AheadSettings & { readonly urgentContact: UrgentContact | null } = {
  urgentHours: 48,
  aheadDays: 7,
  urgentContact: null,
};
