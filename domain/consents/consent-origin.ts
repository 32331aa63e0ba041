import { isSameName } from '#domain/values/same-identity.ts';
import * as v from 'valibot';
import { isClinician, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { Digest } from '#domain/values/text.ts';

/** The origin of an imported version: a row of a file. It has no seal, digest or signature, and never will. */
export const ConsentOrigin = v.object({
  kind: v.literal('IMPORT'),
  /** SHA-256 of the file */
  digest: Digest,
  /** in the file; its headings are row 1 */
  row: v.number(),
  /** ISO */
  at: v.string(),
  /** the user who imported it, by name */
  by: v.string(),
  /** plain date on the paper; null where the file has none */
  day: v.nullable(v.string()),
  /** the number that the other system gave it */
  externalID: v.optional(v.string()),
  note: v.optional(v.string()),
});
export type ConsentOrigin = v.InferOutput<typeof ConsentOrigin>;

/** A signer on paper as an imported file names them: a statement of that file, and no signature. */
export const ImportedSigner = v.object({
  role: v.picklist(SIGNER_ROLES),
  name: v.string(),
  /** ISO; null where the file does not say */
  signedAt: v.nullable(v.string()),
});
export type ImportedSigner = v.InferOutput<typeof ImportedSigner>;

/** The reason beside the light of an imported consent, which is never green (interop §2). */
export const IMPORTED_REASON = 'Imported: see the paper form';
/** The state of an imported consent in force. */
export const IMPORTED_WORDS = 'Imported, not sealed';

/**
 * Whether a file names the clinician of its version; if not, the version's clinician is the user who imported it and obtained no
 * consent.
 */
export function isNamedInFile(signers: readonly ImportedSigner[], clinicianName: string): boolean {
  return signers.some(({ role, name }) => isClinician(role) && isSameName(name, clinicianName));
}

/** Whether a version comes from a file. */
export function isImported({ origin }: { readonly origin?: object | null | undefined }): boolean {
  return origin != null;
}
