import type { PatientDetails } from '#src/queries/patients.ts';

/**
 * Whether the contact details of a patient are not those that the server has: they are protected, and this is a copy of the tablet or
 * somebody may not see them. Empty fields then mean nothing.
 */
export function isContactHidden(
  { patient, isUnsent, servedFromCache }: Pick<PatientDetails, 'patient' | 'isUnsent' | 'servedFromCache'>,
  mayWrite: boolean,
): boolean {
  return patient.restricted && (!mayWrite || isUnsent || servedFromCache !== null);
}
