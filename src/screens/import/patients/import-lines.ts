import { readPatientRow, type ImportedPatient, type PatientImportField } from '#domain/imports/import-patient.ts';
import type { DuplicateReason } from '#domain/patients/likely-duplicates.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import { CONTACT_FIELDS } from '#domain/patients/restricted.ts';
import type { ImportedRow } from '#src/queries/imports.ts';
import type { LaterLine } from '../later-file.ts';
import type { LineCounts } from '../line-counts.ts';

/** A person's answer about a row that may be an existing patient; null until it is given. */
export type DuplicateAnswer = 'LEAVE_OUT' | 'NEW_CONTACT' | 'ANOTHER_PERSON';

/**
 * An existing patient who may be the one of a row. Contact details and version are known only of those that the server has
 * compared.
 */
export type HereAlready = {
  readonly patient: Pick<Patient, 'id' | 'recordID' | 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'> &
    Partial<Pick<Patient, (typeof CONTACT_FIELDS)[number] | 'version'>> & { readonly restricted?: boolean | undefined };
  readonly reason: DuplicateReason;
};

/** One row of the file on the page. `id` is made once, so that sending again creates nobody twice. */
export type ImportLine = Pick<ImportedRow, 'row' | 'cells' | 'warnings' | 'sameAs'> & {
  readonly possibleDuplicates: readonly HereAlready[];
  readonly id: string;
  readonly value: ImportedPatient;
  readonly errors: readonly RowNote[];
  /** faults of the file as it was read: where one was, the field stays open */
  readonly faulty: readonly string[];
  readonly answer: DuplicateAnswer | null;
  readonly isChosen: boolean;
  /** the patient's number once the row is imported, or the contact details of the record that was here are saved */
  readonly recordID: string | null;
};

/** The state of a row, in the order in which they need somebody. */
export type LineState = 'MEND' | 'DUPLICATE' | 'TWICE' | 'CHECK' | 'LEFT_OUT' | 'MENDED' | 'READY' | 'UPDATED' | 'IMPORTED';

export function lineOf(read: ImportedRow, id: string): ImportLine {
  const { row, cells, value, errors, warnings, possibleDuplicates, sameAs } = read;
  return {
    row,
    cells,
    value,
    errors,
    warnings,
    possibleDuplicates,
    sameAs,
    id,
    faulty: errors.map(({ path }) => path),
    answer: firstAnswer(possibleDuplicates),
    isChosen: true,
    recordID: null,
  };
}

/**
 * The proposed answer: a shared number means the same person unless somebody says otherwise; a shared name must be judged by a
 * person.
 */
export function firstAnswer(duplicates: readonly HereAlready[]): DuplicateAnswer | null {
  return duplicates.some(({ reason }) => reason !== 'NAME_AND_BIRTH') ? 'LEAVE_OUT' : null;
}

/** The row with another text in one field, read by the same rules as the file. @param now - epoch ms */
export function withText(line: ImportLine, path: string, { text, now }: { text: string; now: number }): ImportLine {
  const texts = textsOfValue(line.value);
  const field = path.split('.').at(-1) ?? path;
  if (text === '') texts.delete(field);
  else texts.set(field, text);
  return { ...line, ...readPatientRow(texts, now) };
}

/** The texts of the fields of a row, as a person would type them. */
export function textsOfValue(value: ImportedPatient): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [field, each] of Object.entries(value))
    if (typeof each === 'object') for (const [part, text] of Object.entries(each)) texts.set(part, typed(text));
    else texts.set(field, typed(each));
  return texts;
}

const typed = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value);

/** Whether the row may repeat a person of an earlier row; the first of them needs no answer. */
const isSecond = ({ row, sameAs }: ImportLine) => sameAs.some((other) => other < row);
const isHere = ({ possibleDuplicates }: ImportLine) => possibleDuplicates.length > 0;

export function patientLineState(line: ImportLine): LineState {
  if (line.recordID !== null) return line.answer === 'NEW_CONTACT' ? 'UPDATED' : 'IMPORTED';
  if (line.errors.length > 0) return 'MEND';
  if (!line.isChosen || line.answer === 'LEAVE_OUT' || line.answer === 'NEW_CONTACT') return 'LEFT_OUT';
  if (line.answer === null && isHere(line)) return 'DUPLICATE';
  if (line.answer === null && isSecond(line)) return 'TWICE';
  if (line.faulty.length > 0) return 'MENDED';
  return line.warnings.length > 0 ? 'CHECK' : 'READY';
}

/** Whether a person must check the row, or is shown a proposal for it. */
export function isPatientToCheck(line: ImportLine): boolean {
  return line.recordID === null && (isHere(line) || isSecond(line) || line.warnings.length > 0 || line.faulty.length > 0);
}

/** Whether the row may be a patient who is here already, or another row's: a person chooses. */
export function isLikelyDuplicate(line: ImportLine): boolean {
  return line.recordID === null && line.errors.length === 0 && (isHere(line) || isSecond(line));
}

export function isPatientReady(line: ImportLine): boolean {
  return ['READY', 'MENDED', 'CHECK'].includes(patientLineState(line));
}

/** Rows that are not imported for lack of an answer: they can be saved as a file. */
export function isPatientForLater(line: ImportLine): boolean {
  return ['MEND', 'DUPLICATE', 'TWICE'].includes(patientLineState(line));
}

export function countPatientLines(lines: readonly ImportLine[]): LineCounts {
  const open = lines.filter(({ recordID }) => recordID === null);
  return {
    all: lines.length,
    ready: open.filter(isPatientReady).length,
    leftOut: open.filter((line) => patientLineState(line) === 'LEFT_OUT').length,
    later: open.filter(isPatientForLater).length,
    imported: lines.length - open.length,
  };
}

/** Contact details of the file that differ from those of the record that is here; empty where those are hidden or may not be changed. */
export function newContact({ value, possibleDuplicates }: ImportLine): Partial<Record<(typeof CONTACT_FIELDS)[number], string>> {
  const patient = possibleDuplicates[0]?.patient;
  if (patient?.version === undefined || patient.restricted !== false) return {};
  const changed = CONTACT_FIELDS.flatMap((field) => {
    const text = value[field];
    return typeof text === 'string' && text !== '' && text !== patient[field] ? [[field, text] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** The rows that stay out of this import, as the file for later has them. */
export function laterPatientLines(lines: readonly ImportLine[]): LaterLine[] {
  return lines.filter(isPatientForLater).map((line) => ({ row: line.row, cells: line.cells, problem: problemWords(line) }));
}

function problemWords(line: ImportLine): string {
  const state = patientLineState(line);
  if (state === 'DUPLICATE') return 'May be here already';
  if (state === 'TWICE') return `May be the same person as row ${line.sameAs.join(', ')}`;
  return line.errors.map(({ message }) => message).join('; ');
}

/** The field of a row by its path, as the mapping names it. */
export function importFieldOfPath(path: string): PatientImportField {
  // The paths of errors are those of the fields of an import.
  return (path.split('.').at(-1) ?? path) as PatientImportField;
}
