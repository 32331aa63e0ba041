import type { TheatreCase } from '#contract/theatre.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { sheetBoxes, type SheetOutcome } from '#domain/theatre/theatre-sheet.ts';
import type { TheatreRow } from '#server/data/theatre/listed-cases.ts';
import type { CodedVersion } from '#server/data/theatre/sheet-codes.ts';

/** A case on a sheet; without a code where nothing can be brought back for it. It says of the content what the coded version says. */
export type SheetCase = TheatreCase & {
  coded: CodedVersion | undefined;
  /** whether its record needs a reason first: nothing but the line of the list stands there */
  isOfOtherTeam: boolean;
  /** whether the coded version is the newest one */
  isNewest: boolean;
  /** of the record that the case was opened for */
  patientStatus: PatientStatus;
  /** as documents print the name where no font has its letters; empty without one */
  nameInLatin: string;
};

/** The version that a row of a sheet is of: the one that is out to be signed, else that of the list. */
export function sheetVersionOf(row: Pick<TheatreRow, 'status' | 'current_consent_id' | 'in_force_consent_id'>): string | null {
  const { status, current_consent_id: current, in_force_consent_id: inForce } = row;
  return current !== null && mayMove(status, 'sign') ? current : (inForce ?? current);
}

/** The outcomes that a case on a sheet takes. */
export function boxesOf({ coded, isNewest, patientStatus }: SheetCase): SheetOutcome[] {
  return coded === undefined ? [] : sheetBoxes({ status: coded.status, isNewest, patientStatus });
}

/** Whether the form of a case is printed to be signed with ink; of a patient who takes no consent no signature counts. */
export function isToSign({ coded, patientStatus }: SheetCase): boolean {
  return coded !== undefined && mayMove(coded.status, 'sign') && mayStartConsent(patientStatus);
}
