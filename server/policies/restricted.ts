import type { Patient } from '#domain/patients/patient.ts';
import { withoutContact } from '#domain/patients/restricted.ts';
import { presentPatient, presentWithContact, type PatientRow } from '#server/data/patients/patients.ts';
import type { Deps } from '#server/deps.ts';
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

type WithSettings = { deps: Pick<Deps, 'settings'> };

/**
 * The presenter of patients in lists, searches, and among likely duplicates. Where other teams' records need a reason, nobody's contact details
 * stand there, as a list asks for none.
 */
export function listedPatientsFor(reader: PatientReader & WithSettings): (row: PatientRow) => Patient {
  return reader.deps.settings.breakGlass ? presentWithoutContact : patientsFor(reader);
}

/** The presenter of patients in a file of all: contact details as in a list, only for those who may change them, and protected ones never. */
export function exportedPatientsFor({ actor, deps }: { actor: StaffActor } & WithSettings): (row: PatientRow) => Patient {
  const mayHaveContact = actor.permissions.includes('patients.write') && !deps.settings.breakGlass;
  return mayHaveContact ? presentPatient : presentWithoutContact;
}

/** A patient as in the lists of who would be asked for a reason: without contact details, which the answer says. */
export function presentWithoutContact(row: PatientRow): Patient {
  return { ...withoutContact(presentPatient(row)), contactHidden: true };
}

/** Whether this reader may see protected contact details in this answer. */
export function maySeeContact({ actor, isForTablet }: PatientReader): boolean {
  return actor.permissions.includes('patients.write') && !isForTablet;
}
