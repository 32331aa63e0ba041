import type { Patient } from '#domain/patients/patient.ts';
import { presentPatient, presentWithContact, type PatientRow } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';

/** `isForTablet`: a tablet stores the answer, whoever is signed in there. */
export type PatientReader = { actor: StaffActor; isForTablet: boolean };

/**
 * The presenter of patients for this reader: the one rule for who sees protected contact details. Those who may change patients do, in
 * answers that no tablet stores; nobody else does.
 */
export function patientsFor(reader: PatientReader): (row: PatientRow) => Patient {
  return maySeeContact(reader) ? presentWithContact : presentPatient;
}

/** Whether this reader may see protected contact details in this answer. */
export function maySeeContact({ actor, isForTablet }: PatientReader): boolean {
  return actor.permissions.includes('patients.write') && !isForTablet;
}
