import { IMPORT_DUPLICATES_MOST } from '#domain/imports/import-patient.ts';
import type { findDuplicates } from '#src/queries/patients.ts';
import { firstAnswer, type HereAlready } from './import-lines.ts';
import { changeLine, currentImport } from './import-store.ts';

/** Compares a mended row with the patients who are here: another number or name may be somebody else's. */
export async function withDuplicates(row: number, find: typeof findDuplicates): Promise<void> {
  const line = currentImport()?.lines.find((each) => each.row === row);
  if (line === undefined || line.errors.length > 0) return;
  const text = (field: string) => {
    const value = line.value[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const identity = {
    id: line.id,
    lastName: text('lastName') ?? '',
    dateOfBirth: text('dateOfBirth') ?? '',
    nhsNumber: text('nhsNumber'),
    hospitalNumber: text('hospitalNumber'),
  };
  // Without an answer the row stays as it is.
  const found = await find(identity, new AbortController().signal).catch(() => null);
  if (found === null) return;
  changeLine(row, (each) => {
    if (each.value !== line.value) return each;
    const idsOf = (duplicates: readonly HereAlready[]) => duplicates.map(({ patient }) => patient.id).join();
    const possibleDuplicates = found.slice(0, IMPORT_DUPLICATES_MOST);
    if (idsOf(possibleDuplicates) === idsOf(each.possibleDuplicates)) return each;
    return { ...each, possibleDuplicates, answer: firstAnswer(possibleDuplicates) };
  });
}
