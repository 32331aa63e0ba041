import { IMPORT_DUPLICATES_MOST } from '#domain/imports/import-patient.ts';
import { indexPatients } from '#domain/patients/likely-duplicates.ts';
import { rowIdentity, sameRows } from '#domain/imports/same-rows.ts';
import type { findServerDuplicates } from '#src/queries/patients.ts';
import { firstAnswer, type HereAlready, type PatientLine } from './patient-lines.ts';

/** Compares corrected rows with existing patients and with the other rows of their file: the new number or name may be somebody else's. */
export async function comparePatients(
  lines: readonly PatientLine[],
  rows: readonly number[],
  find: typeof findServerDuplicates,
): Promise<(lines: readonly PatientLine[]) => PatientLine[]> {
  // A row with a fault is compared once it is mended.
  const sent = lines.filter(({ row, errors }) => rows.includes(row) && errors.length === 0);
  const found = new Map<PatientLine['edits'], readonly HereAlready[]>();
  for (const line of sent) found.set(line.edits, (await find(identityOf(line))).slice(0, IMPORT_DUPLICATES_MOST));
  return (now) => {
    const inFile = indexPatients(now.map(rowIdentity));
    return now.map((line) => {
      // Edits since the call are not compared yet.
      const duplicates = found.get(line.edits);
      return duplicates === undefined ? line : withDuplicates(line, duplicates, sameRows(inFile, rowIdentity(line)));
    });
  };
}

function identityOf(line: PatientLine) {
  const { status: _, ...identity } = rowIdentity(line);
  return { ...identity, id: line.id };
}

/** An answer is valid only for the same likely duplicates, here and in the file. */
function withDuplicates(line: PatientLine, possibleDuplicates: readonly HereAlready[], sameAs: readonly number[]): PatientLine {
  const idsOf = (duplicates: readonly HereAlready[]) => duplicates.map(({ patient }) => patient.id).join();
  const checked = { ...line, sameAs, isUnchecked: false };
  if (idsOf(possibleDuplicates) === idsOf(line.possibleDuplicates) && sameAs.join() === line.sameAs.join()) return checked;
  return { ...checked, possibleDuplicates, answer: firstAnswer(possibleDuplicates) };
}
