import { spokenName } from '#domain/patients/patient-name.ts';
import type { LatinNames } from '#domain/values/printable.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';

/**
 * The patient's name as the drawing of a document takes it: in Latin letters as the record has it now, for the name that the record has
 * now. A name that the form was pinned with before has none.
 *
 * @param shown - the name that is printed
 */
export function latinNameOf(
  shown: Parameters<typeof spokenName>[0],
  {
    first_name: firstName,
    last_name: lastName,
    name_in_latin: latin,
  }: Pick<PatientRow, 'first_name' | 'last_name' | 'name_in_latin'>,
): LatinNames {
  const isPresent = spokenName(shown) === spokenName({ firstName, lastName });
  return isPresent && latin !== '' ? { [spokenName(shown)]: latin } : {};
}
