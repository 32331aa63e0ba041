import { isSameName } from '#domain/values/same-identity.ts';
import { isClinician, signsAsStaff, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { SignatureRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/** `names`: of the account, or of a signer without one as signed and on the form. */
type ClinicSigner = {
  readonly role: SignerRole;
  readonly names: readonly string[];
  /** the account that signs; null for a signer without one */
  readonly userId: string | null;
  /** the signatures of the form before this one */
  readonly before: readonly (Pick<SignatureRow, 'role' | 'user_id'> & { readonly given: { readonly name: string } })[];
};

/**
 * Whether one person would sign as the clinician and give the second opinion too, in either order (rule A17): by the account, and by the
 * name, as a second opinion may be signed without one.
 */
export function isBothClinicians({ consent }: OpenCase, { role, names, userId, before }: ClinicSigner): boolean {
  if (!signsAsStaff(role)) return false;
  if (!isClinician(role) && userId === consent.clinician_id) return true;
  return before.some(
    (each) =>
      signsAsStaff(each.role) &&
      each.role !== role &&
      ((userId !== null && each.user_id === userId) || names.some((name) => isSameName(name, each.given.name))),
  );
}
