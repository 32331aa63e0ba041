import { useQuery } from '@tanstack/react-query';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { isInterpreter, isParent, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { patientOptions } from '#src/queries/patients.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { isAddressProtected } from './link-way.ts';

/** The ways to write to somebody of which this page knows where they go. */
export type ContactWay = 'email' | 'phone';

/** Where a message to a signer goes: `value` null where this page does not know it, as of protected details. */
export type Contact = { readonly value: string | null; readonly isProtected: boolean };

/** Where a message goes, in words; the address itself where it is known here. */
export function destinationWords({ value, isProtected }: Contact): string {
  return isProtected ? 'the protected address on record' : (value ?? 'the address on record');
}

/** The member of a call by which a mail goes to the very address that was seen, or to none. */
export function seenAddress({ value }: Contact): { address?: string } {
  return value === null ? {} : { address: value };
}

/** The address or number by which a message reaches a signer today: a patient's stands in the record, another person's on the form. */
export function useContact(
  way: ContactWay,
  consent: Pick<ConsentView, 'parents' | 'interpreter'>,
  { patient, signer }: { readonly patient: Pick<RecordSummary['patient'], 'id' | 'restricted'>; readonly signer: Recipient },
): Contact {
  const isProtected = isAddressProtected({ patient }, signer);
  const isOfPatient = ROLE_RULES[signer.role].isPatient;
  const { data } = useQuery({ ...patientOptions(patient.id), enabled: isOfPatient && !isProtected });
  if (isProtected) return { value: null, isProtected };
  if (!isOfPatient) return { value: onForm(way, consent, signer), isProtected };
  if (data === undefined || data.patient.contactHidden === true) return { value: null, isProtected: data !== undefined };
  return { value: way === 'email' ? data.patient.emailAddress : data.patient.phoneNumber, isProtected };
}

function onForm(
  way: ContactWay,
  { parents, interpreter }: Pick<ConsentView, 'parents' | 'interpreter'>,
  { role, recipient_name: name, recipient_email: email }: Recipient,
): string | null {
  if (way === 'phone') return isInterpreter(role) ? (interpreter?.phone ?? null) : null;
  if (!isParent(role)) return email;
  const named = (parents ?? []).filter((parent) => parent.name === name);
  // Of two with one name nobody can tell here whose it is.
  return named.length === 1 ? (named[0]?.emailAddress ?? null) : email;
}
