import { LINK_PURPOSES } from '#domain/signing/link.ts';
import { LINK_NEEDS } from '#domain/signing/link-needs.ts';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import * as v from 'valibot';

/** The languages beside English that the organisation offers to every signer; absent where it offers none. */
export const OfferedLanguages = v.optional(v.array(v.picklist(PATIENT_LANGUAGES)));

/** The answer to an opened link before its holder has proven their identity. */
export const BareLink = v.object({
  organisation: v.object({ /** absent in an answer of a build before */ _id: v.optional(v.string()), name: v.string() }),
  patientInitial: v.string(),
  needs: v.array(v.picklist(LINK_NEEDS)),
  support: v.string(),
  /** the number of the case, and the last whole day, plain date; absent in an answer of a build before, as is the purpose */
  caseNumber: v.optional(v.string()),
  until: v.optional(v.string()),
  purpose: v.optional(v.picklist(LINK_PURPOSES)),
  languages: OfferedLanguages,
});
export type BareLink = v.InferOutput<typeof BareLink>;
