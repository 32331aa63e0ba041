import type { SignerRole } from '#domain/states.ts';
import { signaturesIn } from '#server/data/consents/signers.ts';
import type { OpenCase } from './open-case.ts';
import type { SignedBy } from './signed-by.ts';

const CLINICS: ReadonlySet<SignerRole> = new Set<SignerRole>(['CLINICIAN', 'SECOND_OPINION']);

/** Whether one person would sign as the clinician and give the second opinion too, in either order (rule A17). */
export async function isBothClinicians({ db, consent }: OpenCase, role: SignerRole, by: SignedBy): Promise<boolean> {
  if (by.kind !== 'own account' || !CLINICS.has(role)) return false;
  if (role === 'SECOND_OPINION' && by.userId === consent.clinician_id) return true;
  const signatures = await signaturesIn(db, { organisationId: consent.organisation_id, id: consent.id });
  return signatures.some((each) => CLINICS.has(each.role) && each.role !== role && each.user_id === by.userId);
}
