import * as v from 'valibot';

/** The number by which people name a patient, as typed: `P-000123`, `p000123`, `123`. */
export const PatientNumber = v.pipe(
  v.string('The patient number must be text'),
  v.trim(),
  v.regex(/^(?:P-?)?\d{1,9}$/i, 'The patient number must be like P-000123'),
);
