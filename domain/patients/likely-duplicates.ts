import type { Patient } from './patient.ts';
import { identityKey } from '#domain/values/search-text.ts';
import type { ShownPatient } from './shown-patient.ts';

export const DUPLICATE_REASONS = ['NHS_NUMBER', 'NAME_AND_BIRTH', 'HOSPITAL_NUMBER'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** The values that show whether two records may be of one person. */
export type Identified = Pick<ShownPatient, 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'> &
  Pick<Patient, 'id' | 'status' | 'survivorID'>;

type Duplicate<P> = { patient: P; reason: DuplicateReason };
type Indexed<P> = { readonly patient: P; readonly at: number };
/** Patients by what they may share, the strongest first. */
export type PatientIndex<P> = ReadonlyMap<DuplicateReason, ReadonlyMap<string, readonly Indexed<P>[]>>;

/** The most duplicates that are reported for one patient [choice]. */
const DUPLICATES_MOST = 10;

/**
 * Patients by NHS number, hospital number, and birth date with the folded last name. The values of a merged record lead to the
 * record in use, where that is among the patients; otherwise the merged record is left out.
 */
export function indexPatients<P extends Identified>(patients: readonly P[]): PatientIndex<P> {
  const index = new Map<DuplicateReason, Map<string, Indexed<P>[]>>([
    ['NHS_NUMBER', new Map()],
    ['HOSPITAL_NUMBER', new Map()],
    ['NAME_AND_BIRTH', new Map()],
  ]);
  const positions = new Map(patients.map(({ id }, at) => [id, at]));
  for (const [position, record] of patients.entries()) {
    const at = record.status === 'MERGED' ? positions.get(record.survivorID ?? '') : position;
    const patient = at === undefined ? undefined : patients[at];
    if (at === undefined || patient === undefined) continue;
    for (const [reason, key] of keysOf(record)) {
      const byKey = index.get(reason);
      const same = byKey?.get(key);
      if (same === undefined) byKey?.set(key, [{ patient, at }]);
      else same.push({ patient, at });
    }
  }
  return index;
}

/**
 * The likely duplicates of a patient in an index: the same NHS number, the same hospital number, or the same last name and birth date,
 * the strongest reason first, and among equal ones in the order in which they were indexed.
 */
export function duplicatesIn<P extends Identified>(
  index: PatientIndex<P>,
  patient: Identified,
  most: number = DUPLICATES_MOST,
): Duplicate<P>[] {
  // By reason and then by place, as they are found: the strongest reasons are never the ones that are left out.
  const found = new Map<number, Duplicate<P>>();
  for (const [reason, key] of keysOf(patient))
    // The first of each list are enough: one of them may be the patient.
    for (const { patient: other, at } of (index.get(reason)?.get(key) ?? []).slice(0, most + 1))
      if (other.id !== patient.id && !found.has(at)) found.set(at, { patient: other, reason });
  return [...found.values()].slice(0, most);
}

/** The likely duplicates of one patient. Server and tablet share this; each passes the patients that share a number or a birth date. */
export function likelyDuplicates<P extends Identified>(patient: Identified, others: readonly P[]): Duplicate<P>[] {
  return duplicatesIn(indexPatients(others), patient);
}

/** The key that two spellings of one hospital number share; null where there is nothing to compare. */
export function hospitalKeyOf(hospitalNumber: string | null): string | null {
  return identityKey(hospitalNumber ?? '') || null;
}

/** The keys that two records of one person share, the strongest first. */
function keysOf({ nhsNumber, hospitalNumber, dateOfBirth, lastName }: Identified): [DuplicateReason, string][] {
  const hospitalKey = hospitalKeyOf(hospitalNumber);
  return [
    ...(nhsNumber === null ? [] : [['NHS_NUMBER', nhsNumber] satisfies [DuplicateReason, string]]),
    ...(hospitalKey === null ? [] : [['HOSPITAL_NUMBER', hospitalKey] satisfies [DuplicateReason, string]]),
    // Folded here and by no database: what one takes for the small letter of Ż depends on its locale.
    ['NAME_AND_BIRTH', `${dateOfBirth} ${identityKey(lastName)}`],
  ];
}
