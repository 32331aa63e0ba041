import { duplicatesIn, indexPatients, type Identified, type PatientIndex } from '#domain/patients/likely-duplicates.ts';
import { cellTextsOf, rowFaults, type ImportColumn } from '#domain/imports/import-columns.ts';
import { readPatientRow, type ImportedPatient } from '#domain/imports/import-patient.ts';
import type { ImportTableRow, RowNote } from '#domain/imports/import-table.ts';
import type { SharedValues } from '#server/data/imports/bulk-patients.ts';

/** A row of a file as a patient. `identity` has the row's number as its id, and the values without a fault. */
export type ReadRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly value: ImportedPatient;
  readonly errors: readonly RowNote[];
  readonly warnings: readonly RowNote[];
  readonly identity: Identified;
};

/** Other rows of the file that are named for one row [choice]. */
const SAME_ROWS_MOST = 10;

/** @param now - epoch ms */
export function readImportRow(
  { row, cells, warnings = [] }: ImportTableRow,
  columns: readonly ImportColumn[],
  now: number,
): ReadRow {
  const { value, errors } = readPatientRow(cellTextsOf(cells, columns), now);
  return {
    row,
    cells,
    value,
    errors: [...rowFaults(cells, columns), ...errors],
    warnings,
    identity: identityOf(row, value, errors),
  };
}

/** The values by which records of these people are found. */
export function sharedValues(rows: readonly ReadRow[]): SharedValues {
  const identities = rows.map(({ identity }) => identity);
  return {
    nhsNumbers: identities.flatMap(({ nhsNumber }) => nhsNumber ?? []),
    hospitalNumbers: identities.flatMap(({ hospitalNumber }) => hospitalNumber ?? []),
    born: identities.filter(({ dateOfBirth }) => /^\d{4}-/.test(dateOfBirth)),
  };
}

export function indexRows(rows: readonly ReadRow[]): PatientIndex<Identified> {
  return indexPatients(rows.map(({ identity }) => identity));
}

/** The numbers of the other rows that may be the same person. */
export function sameRows(index: PatientIndex<Identified>, { identity }: ReadRow): number[] {
  return duplicatesIn(index, identity, SAME_ROWS_MOST).map(({ patient }) => Number(patient.id));
}

function identityOf(row: number, value: ImportedPatient, errors: readonly RowNote[]): Identified {
  const known = (field: string) => {
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
