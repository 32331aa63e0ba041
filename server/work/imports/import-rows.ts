import type { Identified } from '#domain/patients/likely-duplicates.ts';
import { cellTextsOf, rowFaults, type ImportColumn } from '#domain/imports/import-columns.ts';
import { readPatientRow, type ImportedPatient } from '#domain/imports/import-patient.ts';
import { rowIdentity } from '#domain/imports/same-rows.ts';
import type { ImportTableRow, RowNote } from '#domain/imports/import-table.ts';
import type { SharedValues } from '#server/data/imports/bulk-patients.ts';

/** A row of a file as a patient. `identity` has the row's number as its id, and the values without a fault. */
export type ReadRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly value: ImportedPatient;
  readonly errors: readonly RowNote[];
  readonly warnings: readonly RowNote[];
  readonly leftOut: readonly RowNote[];
  readonly identity: Identified;
};

/** @param today - plain date where the organisation is */
export function readImportRow(
  { row, cells, warnings: ofFile = [], leftOut = [] }: ImportTableRow,
  columns: readonly ImportColumn[],
  today: string,
): ReadRow {
  const { value, errors, warnings } = readPatientRow(cellTextsOf(cells, columns), today);
  return {
    row,
    cells,
    value,
    errors: [...rowFaults(cells, columns), ...errors],
    warnings: [...ofFile, ...warnings],
    leftOut,
    identity: rowIdentity({ row, value, errors }),
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
