import { useQuery } from '@tanstack/react-query';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { isInterpreter, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { contactWishes } from '#domain/patients/contact-wishes.ts';
import { mobileOf } from '#domain/values/mobile.ts';
import { organisationOptions } from '#src/queries/organisation.ts';
import { patientOptions } from '#src/queries/patients.ts';
import type { ConsentView } from '#src/queries/records.ts';

/** Whether a link may go to a signer by text message: `problem` says why not. Null where the hospital sends none, and to a signer of whom no telephone is recorded anywhere. */
export function useTextMessage(
  { interpreter }: Pick<ConsentView, 'interpreter'>,
  { id, restricted }: Pick<RecordSummary['patient'], 'id' | 'restricted'>,
  { role }: Pick<Recipient, 'role'>,
): { readonly problem: string | null } | null {
  const { data: organisation } = useQuery(organisationOptions());
  const isOn = organisation?.messageChannels.includes('SMS') === true;
  const isOfPatient = ROLE_RULES[role].isPatient;
  const { data } = useQuery({ ...patientOptions(id), enabled: isOn && isOfPatient && restricted !== true });
  if (!isOn || !(isOfPatient || isInterpreter(role))) return null;
  // Of protected details the server alone knows.
  if (isOfPatient && (restricted === true || data === undefined)) return { problem: null };
  if (isOfPatient && data !== undefined && contactWishes(data.patient.communication).refused.includes('SMS'))
    return { problem: 'The patient does not want text messages.' };
  const phone = isOfPatient ? (data?.patient.phoneNumber ?? null) : (interpreter?.phone ?? null);
  if (mobileOf(phone) !== null) return { problem: null };
  return { problem: isOfPatient ? 'No mobile number is on record.' : 'The form has no mobile number of the interpreter.' };
}
