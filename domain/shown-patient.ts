import * as v from 'valibot';

/** What everybody who is shown a form sees of its patient. */
export const ShownPatient = v.object({
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  nhsNumber: v.nullable(v.string()),
  hospitalNumber: v.nullable(v.string()),
});
export type ShownPatient = v.InferOutput<typeof ShownPatient>;
