import type { Answer, Parsed } from '#contract/calls.ts';
import { IMPORT_DUPLICATES_MOST, PATIENT_IMPORT } from '#domain/imports/import-patient.ts';
import { IMPORT_KINDS } from '#domain/imports/import-table.ts';
import { duplicatesIn, indexPatients } from '#domain/patients/likely-duplicates.ts';
import { parsedRecords } from '#domain/base/done-messages.ts';
import { recordsSharing } from '#server/data/imports/bulk-patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { listedPatientsFor } from '#server/policies/restricted.ts';
import { patientVisibility } from '#server/policies/visibility.ts';
import { readImportRow, sharedValues, type ReadRow } from './import-rows.ts';
import { sameRows } from '#domain/imports/same-rows.ts';
import { readImportRows, readTable, withProgress } from './read-table.ts';

const PATIENTS = { subject: 'PATIENTS', kinds: IMPORT_KINDS, fields: PATIENT_IMPORT } as const;

/**
 * Reads a file of patients and compares it with the patients of the organisation; writes nothing.
 *
 * @throws Refused INVALID, UNSUPPORTED or TOO_LARGE with a sentence about the file; Busy while other files are read
 */
export async function previewPatients(
  context: Context<StaffActor>,
  { mapping, sheet, confirmed }: Parsed<'patientImport'>,
): Promise<Answer<'patientImport'>> {
  return withProgress(context, async (note) => {
    note('READING');
    const { rows, columns, file, before } = await readTable(context, PATIENTS, { mapping, sheet, confirmed });
    const today = todayOf(context.deps);
    const read = await readImportRows(rows, (row) => readImportRow(row, columns, today), note);
    const data = await compareRows(context, read);
    note('DONE', read.length, read.length);
    return { message: parsedRecords(data.length), data, columns, file, before };
  });
}

async function compareRows(context: Context<StaffActor>, rows: readonly ReadRow[]): Promise<Answer<'patientImport'>['data']> {
  const { db, actor, deps } = context;
  const found = rows.length === 0 ? [] : await recordsSharing(db, patientVisibility(actor), sharedValues(rows));
  const patients = indexPatients(found.map(listedPatientsFor(context)));
  const inFile = indexPatients(rows.map(({ identity }) => identity));
  return rows.map((each) => {
    const { row, cells, value, errors, warnings, leftOut, identity } = each;
    const possibleDuplicates = duplicatesIn(patients, identity, IMPORT_DUPLICATES_MOST);
    return {
      row,
      cells: [...cells],
      value,
      errors: [...errors],
      warnings: [...warnings],
      leftOut: [...leftOut],
      possibleDuplicates,
      ...(deps.settings.breakGlass && { isContactHidden: true }),
      sameAs: sameRows(inFile, identity),
    };
  });
}
