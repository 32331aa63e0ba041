import type { Patient } from './patient.ts';
import { foldForSearch } from './search-text.ts';
import type { ShownPatient } from './shown-patient.ts';

export const DUPLICATE_REASONS = ['NHS_NUMBER', 'NAME_AND_BIRTH', 'HOSPITAL_NUMBER'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** The values that show whether two records may be of one person. */
type Identified = Pick<ShownPatient, 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'> &
  Pick<Patient, 'id' | 'status'>;

/** The most duplicates that are reported for one patient [choice]. */
const DUPLICATES_MOST = 10;

/**
 * The likely duplicates of a patient: the same NHS number, the same hospital number, or the same last name and birth date.
 * Server and tablet share this function; each passes the patients that share a number or a birth date, in its own order.
 */
export function likelyDuplicates<P extends Identified>(
  patient: Identified,
  others: readonly P[],
): { patient: P; reason: DuplicateReason }[] {
  return others
    .filter(({ id, status }) => id !== patient.id && status !== 'MERGED')
    .flatMap((other) => {
      const reason = reasonOf(patient, other);
      return reason === null ? [] : [{ patient: other, reason }];
    })
    .slice(0, DUPLICATES_MOST);
}

function reasonOf(patient: Identified, other: Identified): DuplicateReason | null {
  if (patient.nhsNumber !== null && other.nhsNumber === patient.nhsNumber) return 'NHS_NUMBER';
  if (patient.hospitalNumber !== null && other.hospitalNumber === patient.hospitalNumber) return 'HOSPITAL_NUMBER';
  // Compared here and by no database: what one takes for the small letter of Ż depends on its locale.
  const isNamesake = foldForSearch(other.lastName) === foldForSearch(patient.lastName);
  return isNamesake && other.dateOfBirth === patient.dateOfBirth ? 'NAME_AND_BIRTH' : null;
}
