import { isSameName } from '#domain/same-name.ts';
import type { SignerRole } from '#domain/states.ts';
import { signaturesIn } from '#server/data/consents/signers.ts';
import type { OpenCase } from './open-case.ts';
import type { SignedBy } from './signed-by.ts';

const CLINICS: ReadonlySet<SignerRole> = new Set<SignerRole>(['CLINICIAN', 'SECOND_OPINION']);

/** `names`: of a signer without an account, on the form and as signed. */
type ClinicSigner = { readonly role: SignerRole; readonly names: readonly string[]; readonly by: SignedBy };

/**
 * Whether one person would sign as the clinician and give the second opinion too, in either order (rule A17): by the account, and by the
 * name, as a second opinion may be signed without one.
 */
export async function isBothClinicians({ db, consent }: OpenCase, { role, names, by }: ClinicSigner): Promise<boolean> {
  if (!CLINICS.has(role)) return false;
  const userId = by.kind === 'own account' ? by.userId : null;
  if (role === 'SECOND_OPINION' && userId === consent.clinician_id) return true;
  const own = by.kind === 'own account' ? [by.name] : names;
  const signatures = await signaturesIn(db, { organisationId: consent.organisation_id, id: consent.id });
  return signatures.some(
    (each) =>
      CLINICS.has(each.role) &&
      each.role !== role &&
      ((userId !== null && each.user_id === userId) || own.some((name) => isSameName(name, each.given.name))),
  );
}
