import { counted } from '#domain/base/counted.ts';
import { sideAndSiteWords, type ConsentProcedure } from './consent.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { ageOn, longDate } from '#domain/values/plain-date.ts';
import type { ShownPatient } from '#domain/patients/shown-patient.ts';

/** The parts of a procedure that identify it at a glance. */
export type Planned = Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>;

/** The patient of a screen, in the words of the identity bar. */
type IdentityWords = {
  surname: string;
  firstName: string;
  born: string;
  age: string;
  nhsNumber: string | null;
  hospitalNumber: string | undefined;
  procedures: { name: string; side: string | undefined }[];
};

/** How many procedures a bar names before it counts the rest [choice]. */
const NAMED = 2;

/**
 * Name, birth date, age, numbers and the planned procedures with their sides in words. A procedure has its full name; more than
 * two are counted, so that the bar stays short.
 *
 * @param today - plain date in the organisation's zone
 */
export function identityWords(patient: ShownPatient, procedures: readonly Planned[], today: string): IdentityWords {
  const years = ageOn(patient.dateOfBirth, today);
  const named = procedures.slice(0, NAMED).map(({ procedureName, side, site }) => {
    const where = sideAndSiteWords({ side, site });
    return { name: procedureName, side: where === '' ? undefined : where };
  });
  const more = procedures.length - named.length;
  return {
    surname: patient.lastName,
    firstName: patient.firstName,
    born: longDate(patient.dateOfBirth),
    age: counted(years, 'year'),
    nhsNumber: patient.nhsNumber === null ? null : spacedNhsNumber(patient.nhsNumber),
    hospitalNumber: patient.hospitalNumber ?? undefined,
    procedures: more === 0 ? named : [...named, { name: `${more} more`, side: undefined }],
  };
}
