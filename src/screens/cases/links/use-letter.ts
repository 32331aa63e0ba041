import { useQuery } from '@tanstack/react-query';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { organisationOptions } from '#src/queries/organisation.ts';
import { patientOptions } from '#src/queries/patients.ts';
import { useMay } from '#src/session/permissions.ts';
import { letterOf, type Letter } from './link-way.ts';

/** Whether a letter to a signer may be printed, and where it goes. Null where the hospital prints none, to anybody but the patient, and for staff who see no address. */
export function useLetter(
  { id, restricted }: Pick<RecordSummary['patient'], 'id' | 'restricted'>,
  form: Pick<Consent, 'child'>,
  { role }: Pick<Recipient, 'role'>,
): Letter | null {
  const { data: organisation } = useQuery(organisationOptions());
  const mayWrite = useMay('patients.write');
  const isOffered = organisation?.messageChannels.includes('LETTER') === true && mayWrite && ROLE_RULES[role].isPatient;
  const { data } = useQuery({ ...patientOptions(id), enabled: isOffered });
  return isOffered ? letterOf(data?.patient, { form, isProtected: restricted === true }) : null;
}
