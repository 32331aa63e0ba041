import { isSameName } from '#domain/same-name.ts';
import type { SignerRole } from '#domain/states.ts';
import type { SignatureRow } from '#server/data/consents/signers.ts';
import type { OpenCase } from './open-case.ts';
import type { SignedBy } from './signed-by.ts';

/** The roles of the clinic's block. */
export const CLINICS: ReadonlySet<SignerRole> = new Set<SignerRole>(['CLINICIAN', 'SECOND_OPINION']);

/** `names`: of the account, or of a signer without one as signed and on the form. */
type ClinicSigner = {
  readonly role: SignerRole;
  readonly names: readonly string[];
  readonly by: SignedBy;
  /** the signatures of the form before this one */
  readonly before: readonly Pick<SignatureRow, 'role' | 'given' | 'user_id'>[];
};

/**
 * Whether one person would sign as the clinician and give the second opinion too, in either order (rule A17): by the account, and by the
 * name, as a second opinion may be signed without one.
 */
export function isBothClinicians({ consent }: OpenCase, { role, names, by, before }: ClinicSigner): boolean {
  if (!CLINICS.has(role)) return false;
  const userId = by.kind === 'own account' ? by.userId : null;
  if (role === 'SECOND_OPINION' && userId === consent.clinician_id) return true;
  return before.some(
    (each) =>
      CLINICS.has(each.role) &&
      each.role !== role &&
      ((userId !== null && each.user_id === userId) || names.some((name) => isSameName(name, each.given.name))),
  );
}
