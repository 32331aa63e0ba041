import { duplicatesIn, type Identified, type PatientIndex } from '#domain/patients/likely-duplicates.ts';
import type { ImportedPatient } from './import-patient.ts';
import type { RowNote } from './import-table.ts';

/** Other rows of the file that are named for one row [choice]. */
const SAME_ROWS_MOST = 10;

type PatientRowRead = { readonly row: number; readonly value: ImportedPatient; readonly errors: readonly RowNote[] };

/** The values of a row that tell people apart, those with a fault excepted; its id is the number of the row. */
export function rowIdentity({ row, value, errors }: PatientRowRead): Identified {
  const known = (field: keyof ImportedPatient) => {
    const found = value[field];
    return typeof found === 'string' && found !== '' && !errors.some(({ path }) => path === field) ? found : null;
  };
  const [lastName, dateOfBirth] = [known('lastName'), known('dateOfBirth')];
  return {
    id: String(row),
    status: 'ACTIVE',
    lastName: lastName ?? '',
    // A row without a name or a birth date is nobody's namesake.
    dateOfBirth: lastName === null || dateOfBirth === null ? `row ${row}` : dateOfBirth,
    nhsNumber: known('nhsNumber'),
    hospitalNumber: known('hospitalNumber'),
  };
}

/** The numbers of the other rows that may be the same person. */
export function sameRows(index: PatientIndex<Identified>, identity: Identified): number[] {
  return duplicatesIn(index, identity, SAME_ROWS_MOST).map(({ patient }) => Number(patient.id));
}
