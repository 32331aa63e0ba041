import { PATIENT_IMPORT, readPatientRow, type ImportedPatient, type PatientImportField } from '#domain/imports/import-patient.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import type { DuplicateReason } from '#domain/patients/likely-duplicates.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { CONTACT_FIELDS } from '#domain/patients/restricted.ts';
import type { ImportedRow } from '#src/queries/imports.ts';
import { faultyFields, isSound, textsOf, type ImportLine, type LineQuestion, type LineRules } from '../lines.ts';

/** A person's answer about a row that may be an existing patient; null until it is given. */
export type DuplicateAnswer = 'LEAVE_OUT' | 'NEW_CONTACT' | 'ANOTHER_PERSON';

/** An existing patient who may be the one of a row. The contact details and the version are known once the server has compared. */
export type HereAlready = {
  readonly patient: Pick<Patient, 'id' | 'recordID' | 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'> &
    Partial<Pick<Patient, (typeof CONTACT_FIELDS)[number] | 'version'>> & { readonly restricted?: boolean | undefined };
  readonly reason: DuplicateReason;
};

/** One patient of the file on the page. `id` is made once, so that sending again creates nobody twice. */
export type PatientLine = ImportLine<PatientImportField> & {
  readonly id: string;
  readonly value: ImportedPatient;
  readonly possibleDuplicates: readonly HereAlready[];
  readonly isContactHidden?: boolean | undefined;
  /** other rows of the file that may be the same person */
  readonly sameAs: readonly number[];
  readonly answer: DuplicateAnswer | null;
};

export function patientLineOf({ value, errors, ...read }: ImportedRow, id: string): PatientLine {
  const atFields = errors.map(atField);
  return {
    ...read,
    id,
    value,
    texts: Object.fromEntries(textsOfValue(value)),
    edits: {},
    errors: atFields,
    faulty: faultyFields(atFields, PATIENT_IMPORT),
    isUnchecked: false,
    isChosen: true,
    answer: firstAnswer(read.possibleDuplicates),
    made: null,
  };
}

/** The proposed answer: a shared number means the same person unless somebody says otherwise; a person judges a shared name. */
export function firstAnswer(duplicates: readonly HereAlready[]): DuplicateAnswer | null {
  return duplicates.some(({ reason }) => reason !== 'NAME_AND_BIRTH') ? 'LEAVE_OUT' : null;
}

/** A note at the field that its path names: `communication.language` is entered as `language`. */
function atField({ path, message }: RowNote): RowNote {
  return { path: fieldOfPath(path), message };
}

/** The field of an import by the path of a patient. */
export function fieldOfPath(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** The row with its edits, read by the same rules as the file. */
export function rereadPatient(line: PatientLine, { notes, today }: { notes: readonly RowNote[]; today: string }): PatientLine {
  const { value, errors, warnings } = readPatientRow(textsOf(line), today);
  // A doubt about the file’s text ends once somebody has entered another one.
  const edited = (path: string) => line.edits[fieldOfPath(path) as PatientImportField] !== undefined;
  const doubts = [...line.warnings.filter(({ path }) => !edited(path)), ...warnings.filter(({ path }) => edited(path))];
  return { ...line, value, errors: [...notes, ...errors.map(atField)], warnings: doubts };
}

/** The texts of the fields of a patient, as a person would type them. */
function textsOfValue(value: ImportedPatient): [string, string][] {
  return Object.entries(value).flatMap(([field, each]): [string, string][] =>
    typeof each === 'object' && !Array.isArray(each)
      ? Object.entries(each).map(([part, text]) => [part, valueText(text)])
      : [[field, valueText(each)]],
  );
}

function valueText(value: string | boolean | string[]): string {
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

const isHere = ({ possibleDuplicates }: PatientLine) => possibleDuplicates.length > 0;
/** Whether the row may repeat a person of an earlier row; the first of them needs no answer. */
const isSecond = ({ row, sameAs }: PatientLine) => sameAs.some((other) => other < row);

/** The rules of a patient's row: a person answers for likely duplicates and repeated rows. */
export const PATIENT_RULES: LineRules<PatientLine> = {
  questionOf: (line): LineQuestion | null => {
    const common = { isOpen: line.answer === null, isTick: false };
    if (isHere(line)) return { words: 'Here already?', problem: 'May be here already', ...common };
    if (!isSecond(line)) return null;
    return { words: 'Twice in file?', problem: `May be the same person as row ${line.sameAs.join(', ')}`, ...common };
  },
  isLeftOut: ({ isChosen, answer }) => !isChosen || answer === 'LEAVE_OUT' || answer === 'NEW_CONTACT',
};

/** Contact details of the file that differ from those of the record that is here; empty where those are hidden or may not be changed. */
export function newContact({
  value,
  possibleDuplicates,
  isContactHidden,
}: PatientLine): Partial<Record<(typeof CONTACT_FIELDS)[number], string>> {
  const patient = possibleDuplicates[0]?.patient;
  if (isContactHidden === true || patient?.version === undefined || patient.restricted !== false) return {};
  const changed = CONTACT_FIELDS.flatMap((field) => {
    const text = value[field];
    return typeof text === 'string' && text !== '' && text !== patient[field] ? [[field, text] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** The rows whose new contact details are saved to the record that is here. */
export function contactChanges(lines: readonly PatientLine[]): PatientLine[] {
  return lines.filter((line) => line.answer === 'NEW_CONTACT' && isSound(line) && Object.keys(newContact(line)).length > 0);
}
