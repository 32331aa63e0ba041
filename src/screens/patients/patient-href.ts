import { takesConsent, type Patient } from '#domain/patient.ts';

/** Where a row leads: to the form when somebody is chosen for it, unless this patient takes none; else to the details. */
export function patientHref({ id, status }: Pick<Patient, 'id' | 'status'>, choosing: boolean): string {
  return choosing && takesConsent(status) ? `/create-consent?patient=${id}` : `/patient/detail?id=${id}`;
}
