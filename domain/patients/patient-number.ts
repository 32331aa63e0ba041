import * as v from 'valibot';

/** Digits of the number of a patient, and the number with its letter as people type it, characters [choice]. */
const DIGITS_MOST = 9;
export const PATIENT_NUMBER_MOST = 'P-'.length + DIGITS_MOST;

/** The number by which people name a patient, as typed: `P-000123`, `p000123`, `123`. */
export const PatientNumber = v.pipe(
  v.string('The patient number must be text'),
  v.trim(),
  v.regex(new RegExp(`^(?:P-?)?\\d{1,${DIGITS_MOST}}$`, 'i'), 'The patient number must be like P-000123'),
);
