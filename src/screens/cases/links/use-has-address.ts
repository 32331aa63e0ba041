import { useQuery } from '@tanstack/react-query';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { patientOptions } from '#src/queries/patients.ts';

/**
 * Whether the patient has an email address by now, for a form that went out before they had one; undefined while that is unknown, and
 * where it is protected. The address itself is not shown.
 */
export function useHasAddress(
  { recipients }: Pick<Consent, 'recipients'>,
  { id, restricted }: Pick<RecordSummary['patient'], 'id' | 'restricted'>,
): boolean | undefined {
  const isMissingOnForm = recipients.some(({ role, recipient_email }) => ROLE_RULES[role].isPatient && recipient_email === null);
  const { data } = useQuery({ ...patientOptions(id), enabled: isMissingOnForm && restricted !== true });
  return data === undefined ? undefined : data.patient.emailAddress !== null;
}
