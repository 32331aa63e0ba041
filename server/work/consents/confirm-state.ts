import { confirmStateOf, confirmWords, type Confirmation, type ConfirmSettings } from '#domain/cases/confirm-state.ts';
import { doneOn, type CaseEnded } from '#domain/cases/case-end.ts';
import type { CaseStatus, ConfirmState } from '#domain/base/states.ts';

/** Now, and the settings by which a signed consent grows old. */
export type ConfirmDeps = { readonly settings: ConfirmSettings; readonly clock: () => number };

type SignedRow = {
  status: CaseStatus;
  signed_at: string | null;
  clinician_id: string;
  /** of the case: who operates, where somebody was named */
  operator_id: string | null;
  confirmation: Confirmation | null;
  child_said_no: boolean;
  /** of the case */
  ended: CaseEnded | null;
};

/** Whether a stored version has to be confirmed on the day, as of now. */
export function confirmStateOfRow(row: SignedRow, { settings, clock }: ConfirmDeps): ConfirmState {
  return confirmStateOf(inputOf(row), settings, clock());
}

/** As {@link confirmStateOfRow}, in words. */
export function confirmWordsOfRow(row: SignedRow, { settings, clock }: ConfirmDeps): string | null {
  return confirmWords(inputOf(row), settings, clock());
}

function inputOf({ status, signed_at, clinician_id, operator_id, confirmation, child_said_no, ended }: SignedRow) {
  return {
    status,
    signedAt: signed_at,
    confirmation,
    clinicianAtSigning: clinician_id,
    clinicianNow: operator_id ?? clinician_id,
    childSaidNo: child_said_no,
    endedOn: doneOn(ended),
  };
}
