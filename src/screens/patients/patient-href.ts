import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { paths } from '#src/paths.ts';
import type { Href } from '#src/ui/href.ts';

/** The target of a row: the form when a patient is being chosen for it, unless this patient takes none; else the details. */
export function patientHref({ id, status }: Pick<Patient, 'id' | 'status'>, choosing: boolean): Href {
  return (choosing && mayStartConsent(status) ? paths.newConsent(id) : paths.patient(id)).href;
}
