import { LIGHT_NAMES, type Light } from './theatre-light.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { longTime, shortDate } from '#domain/values/plain-date.ts';
import type { ShownPatient } from '#domain/patients/shown-patient.ts';
import { listedSideWords } from '#domain/cases/state-words.ts';
import { spacedSheetCode } from './sheet-code.ts';

type SheetCase = Light & {
  readonly patient: ShownPatient;
  readonly procedures: readonly { procedureName: string; side: string | null; site: string }[];
  readonly theatre: string | null;
  readonly date: string;
  /** the record that the form is of, where it is merged into the patient's */
  readonly mergedFrom?: Pick<ShownPatient, 'firstName' | 'lastName' | 'dateOfBirth'> | null | undefined;
};

/**
 * The reason of the light with what the row has no column for: each refusal by itself, and what is left open where the light has another
 * reason.
 */
export function reasonOnSheet({
  reason,
  refusals,
  openPoints = [],
}: {
  readonly reason: string;
  readonly refusals: readonly string[];
  readonly openPoints?: readonly string[] | undefined;
}): string {
  const refused = refusals.length === 0 ? [] : [`Refusals: ${refusals.join('; ')}`];
  return [reason, ...openPoints.filter((each) => !reason.includes(each)), ...refused].join('. ');
}

/** The locked cells A to J of a row, in the order of the columns. @param asOf - ISO @param timeZone - IANA name */
export function lockedCells(
  { patient, mergedFrom, procedures, theatre, date, light, reason }: SheetCase,
  { code, asOf, timeZone }: { readonly code: string | null; readonly asOf: string; readonly timeZone: string },
): string[] {
  const sides = procedures.map(listedSideWords);
  return [
    code === null ? '' : spacedSheetCode(code),
    formalName(patient),
    shortDate(patient.dateOfBirth),
    patient.nhsNumber === null ? '' : spacedNhsNumber(patient.nhsNumber),
    procedures.map(({ procedureName }) => procedureName).join(' + '),
    sides.filter((side) => side !== '').join(' + '),
    `${theatre ?? 'No theatre given'}, ${shortDate(date)}`,
    LIGHT_NAMES[light],
    mergedFrom == null
      ? reason
      : `${reason}. The form is of ${formalName(mergedFrom)}, born ${shortDate(mergedFrom.dateOfBirth)}.`,
    longTime(asOf, timeZone),
  ];
}
