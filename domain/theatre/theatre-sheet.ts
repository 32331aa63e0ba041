import { isSameName } from '#domain/values/same-identity.ts';
import { hasInk } from '#domain/values/ink.ts';
import { foldedHeading } from '#domain/imports/import-columns.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, PatientStatus } from '#domain/base/states.ts';
import { MINUTE } from '#domain/base/limits.ts';

/** The outcomes of a talk as noted on a theatre sheet while no tablet worked (interop §5). */
export const SHEET_OUTCOMES = ['AGREED', 'DECLINED', 'MORE_TIME', 'WITHDRAWN'] as const;
export type SheetOutcome = (typeof SHEET_OUTCOMES)[number];

export const SHEET_OUTCOME_WORDS: Readonly<Record<SheetOutcome, string>> = {
  AGREED: 'Agreed, on paper',
  DECLINED: 'Did not agree',
  MORE_TIME: 'Asked for more time',
  WITHDRAWN: 'Took the consent back',
};

/** The columns that are filled in by hand, K to P. Only these and the code are read from a sheet that comes back. */
export const SHEET_OPEN = {
  outcome: { heading: 'Outcome', most: 40 },
  time: { heading: 'Time', most: 40 },
  signer: { heading: 'Signer, role', most: 200 },
  clinician: { heading: 'Clinician', most: 200 },
  interpreter: { heading: 'Interpreter', most: 200 },
  note: { heading: 'Note', most: 1000 },
} as const;
export type SheetField = keyof typeof SHEET_OPEN;

/** Fields that name people: a document and the timeline say them as they were read. */
export const NAME_FIELDS = ['signer', 'clinician', 'interpreter'] as const satisfies readonly SheetField[];
// The keys of the table above.
export const SHEET_FIELDS = Object.keys(SHEET_OPEN) as readonly SheetField[];

/** The columns that are locked, A to J, in their order. */
export const SHEET_LOCKED = [
  'Code',
  'Name',
  'Date of birth',
  'NHS number',
  'Procedure',
  'Side',
  'Theatre',
  'Light',
  'Reason',
  'As of',
] as const;

/** The texts of the open cells of a row. */
export type SheetValue = Record<SheetField, string>;

/** A row that was filled in, as it is stored: `time` is ISO, `role` null where none was written. */
export type SheetEntry = {
  readonly outcome: SheetOutcome;
  readonly time: string;
  readonly signer: string;
  readonly role: SignerRole | null;
  readonly clinician: string;
  readonly interpreter: string;
  readonly note: string;
};

/** The places of a sheet's columns in a file, found by their headings; undefined for a file that is no sheet. */
export function sheetColumns(headings: readonly string[]): { code: number; fields: Record<SheetField, number> } | undefined {
  const folded = headings.map(foldedHeading);
  const at = (heading: string) => folded.indexOf(foldedHeading(heading));
  const code = at(SHEET_LOCKED[0]);
  const entries = SHEET_FIELDS.map((field): [SheetField, number] => [field, at(SHEET_OPEN[field].heading)]);
  if (code === -1 || entries.some(([, column]) => column === -1)) return undefined;
  // An entry for each field.
  return { code, fields: Object.fromEntries(entries) as Record<SheetField, number> };
}

/** Whether a row is the same report as another: every open cell says the same. */
export function isSameEntry(one: SheetEntry, other: SheetEntry): boolean {
  return (
    one.outcome === other.outcome &&
    Date.parse(one.time) === Date.parse(other.time) &&
    one.role === other.role &&
    NAME_FIELDS.every((key) => isSameName(one[key], other[key]) || (!hasInk(one[key]) && !hasInk(other[key]))) &&
    foldForSearch(one.note) === foldForSearch(other.note)
  );
}

/** Reasons why a person has to choose whether a row counts (interop §5). */
export const SHEET_CLASHES = [
  'WITHDRAWS',
  'OTHER_VALUES',
  'IMPORTED',
  'SIGNED',
  'CHANGED',
  'BEFORE_SHEET',
  'OTHER_SIGNER',
] as const;
export type SheetClash = (typeof SHEET_CLASHES)[number];

export const SHEET_CLASH_WORDS: Readonly<Record<SheetClash, string>> = {
  WITHDRAWS: 'A signed consent is here, and this no takes it back',
  OTHER_VALUES: 'Something else was brought back for this form',
  IMPORTED: 'An imported consent is in force',
  SIGNED: 'A signed consent is here already',
  CHANGED: 'The form has changed since the sheet was made',
  BEFORE_SHEET: 'The time is before the sheet was made',
  OTHER_SIGNER: 'The form names somebody else',
};

/** A version as a code of a sheet names it, or as it is now. */
export type SheetVersion = { readonly version: number; readonly digest: string | null };

type Judged = {
  readonly entry: SheetEntry;
  /** the version when the sheet was made; `at`: ISO */
  readonly made: SheetVersion & { readonly at: string };
  readonly now: SheetVersion & { readonly status: CaseStatus; readonly isImported: boolean };
  /** the entries of earlier sheets for this version, in any order */
  readonly before: readonly SheetEntry[];
  /** whether the written name fits a signer of the form */
  readonly fitsSigner: boolean;
};

/** THERE for a row that was taken in before, the clash of a row that needs a choice, or null for a new row that fits. */
export function judgeEntry({ entry, made, now, before, fitsSigner }: Judged): 'THERE' | SheetClash | null {
  if (before.some((each) => isSameEntry(each, entry))) return 'THERE';
  // Withdrawal comes first: confirming another clash must never withdraw a consent.
  if (now.status === 'SIGNED' && entry.outcome === 'DECLINED') return 'WITHDRAWS';
  if (before.length > 0) return 'OTHER_VALUES';
  const hasChanged = now.version !== made.version || now.digest !== made.digest;
  if (now.status === 'SIGNED' && (hasChanged || entry.outcome === 'AGREED')) return now.isImported ? 'IMPORTED' : 'SIGNED';
  if (hasChanged) return 'CHANGED';
  if (entry.time < minuteOf(made.at)) return 'BEFORE_SHEET';
  return fitsSigner ? null : 'OTHER_SIGNER';
}

/** Times on paper have no seconds. */
function minuteOf(at: string): string {
  return new Date(Math.floor(Date.parse(at) / MINUTE) * MINUTE).toISOString();
}

/** The state of a form that decides which outcomes it accepts. */
export type SheetForm = {
  readonly status: CaseStatus;
  /** whether it is the newest version of its case */
  readonly isNewest: boolean;
  /** of the record that the case was opened for */
  readonly patientStatus: PatientStatus;
};

/** Why a form in this state cannot take an outcome, and what to do; null where it can. */
export function outcomeFault(outcome: SheetOutcome, { status, isNewest, patientStatus }: SheetForm): string | null {
  const isOut = mayMove(status, 'sign');
  const isSigned = status === 'SIGNED';
  if (outcome === 'WITHDRAWN') {
    if (isSigned) return null;
    return isOut ? 'Nothing is signed yet, so nothing can be taken back. Write DECLINED instead.' : stateFault(status);
  }
  if (outcome !== 'DECLINED' && !mayStartConsent(patientStatus)) return patientFault(patientStatus);
  if (isOut) return isNewest ? null : 'A newer version of the form is open. Open the case, and go on with that one.';
  if (!isSigned) return stateFault(status);
  // A no to a signed form is a withdrawal, if a person says so.
  if (outcome === 'AGREED' || outcome === 'DECLINED') return null;
  return 'The form is signed. Where the patient does not want it any more, withdraw it on its page.';
}

/** The outcomes that are printed to be ticked: a signed form is taken back by the box that says so. */
export function sheetBoxes(form: SheetForm): SheetOutcome[] {
  return SHEET_OUTCOMES.filter(
    (outcome) => outcomeFault(outcome, form) === null && !(outcome === 'DECLINED' && form.status === 'SIGNED'),
  );
}

/** No scan of such a form is taken either: its signature would count for nobody. */
function patientFault(status: PatientStatus): string {
  return status === 'MERGED'
    ? 'The record of this form was merged into another, so it cannot be signed any more. Open a new form for the patient, and have that one signed.'
    : 'The patient is recorded as deceased, so the form cannot be signed any more. Keep the paper with the records.';
}

function stateFault(status: CaseStatus): string {
  if (status === 'DRAFT' || status === 'UNDER_REVIEW' || status === 'READY')
    return 'The form is not ready for signing yet. Complete it first, then upload the scan of the paper.';
  return status === 'EXPIRED'
    ? 'The time to sign has ended. Open the form for signing again, then bring the sheet back once more.'
    : 'The form has ended. Open the case to see what has become of it.';
}
