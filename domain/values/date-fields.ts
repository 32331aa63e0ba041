import * as v from 'valibot';
import { isPlainDate } from './plain-date.ts';

/** Nobody alive was born before this plain date [choice]. */
export const EARLIEST_BIRTH = '1900-01-01';

/** A plain date `YYYY-MM-DD`. */
export const PlainDate = v.pipe(
  v.string('The date must be text'),
  v.check(isPlainDate, 'The date must be a real date like 1950-03-14'),
);

/** A birth date: a plain date from 1900-01-01. That it is not in the future is judged by `isFuture`, with the day of the organisation. */
export const BirthDate = v.pipe(
  v.string('The Date of birth must be text'),
  v.check(isPlainDate, 'The Date of birth must be a real date like 1950-03-14'),
  v.check((text) => text >= EARLIEST_BIRTH, 'The Date of birth must not be before 1 January 1900'),
);

/** The sentence for a birth date that is in the future. */
export const FUTURE_BIRTH = 'The Date of birth must not be in the future';
