import type { PatientStatus } from '#domain/base/states.ts';
import { isSecretFrom } from '#domain/family/family-signers.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';

type Around = {
  readonly role: SignerRole;
  readonly patient: { readonly status: PatientStatus; readonly restricted: boolean };
  readonly form: Parameters<typeof isSecretFrom>[0];
};

/**
 * Whether a mail may go by itself to a signer of this role: none about a patient who has died or is merged away, none where their details
 * are protected, and none to an adult whom a young person does not want told.
 */
export function isReachable({ role, patient, form }: Around): boolean {
  return mayStartConsent(patient.status) && !isSecretFrom(form, role) && !(patient.restricted && isPatientSide(role));
}
