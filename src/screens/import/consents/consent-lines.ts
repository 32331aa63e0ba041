import type { CheckedConsentRow } from '#contract/consent-imports.ts';
import { CONSENT_IMPORT_FIELDS, type ConsentImportField } from '#domain/imports/import-consent.ts';
import { IDENTITY_FIELDS, isDoubtful } from '#domain/imports/import-consent-match.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import type { LaterLine } from '../later-file.ts';
import type { LineCounts } from '../line-counts.ts';

/** One row of the file on the page. The sentence of a double within the file is a warning: a person chooses between the two. */
export type ConsentLine = Omit<CheckedConsentRow, 'ok'> & {
  /** fields that had a fault when the file was read: each stays open */
  readonly faulty: readonly ConsentImportField[];
  /** the person's corrections by field; the server has not checked them while `isUnchecked` */
  readonly edits: Readonly<Partial<Record<ConsentImportField, string>>>;
  readonly isUnchecked: boolean;
  readonly isChosen: boolean;
};

/** The state of a row, in the order in which they need somebody. */
export type ConsentLineState = 'CHECKING' | 'MEND' | 'TWICE' | 'WHO' | 'LEFT_OUT' | 'CHECK' | 'MENDED' | 'READY' | 'IMPORTED';

export function consentLineOf(read: CheckedConsentRow): ConsentLine {
  const told = toldOf(read);
  return { ...told, faulty: faultyFields(read), edits: {}, isUnchecked: false, isChosen: questionOf(told) === null };
}

/** The line as the server has checked it again, unless the person has written something else meanwhile. */
export function withCheck(line: ConsentLine, read: CheckedConsentRow, sent: ConsentLine['edits']): ConsentLine {
  if (sent !== line.edits) return line;
  const told = toldOf(read);
  const faulty = [...new Set([...line.faulty, ...faultyFields(read)])];
  // An answer is valid only for the same question.
  const isChosen = questionOf(told) === questionOf(line) ? line.isChosen : questionOf(told) === null;
  return { ...line, doubleOf: undefined, ...told, cells: line.cells, faulty, isUnchecked: false, isChosen };
}

function toldOf({ ok: _, ...read }: CheckedConsentRow): Omit<CheckedConsentRow, 'ok'> {
  return read.doubleOf === undefined ? read : { ...read, errors: [], warnings: [...read.warnings, ...read.errors] };
}

/** The question that a person must answer before the row is imported; null without one. */
function questionOf({ doubleOf, warnings, patient }: Pick<ConsentLine, 'doubleOf' | 'warnings' | 'patient'>): string | null {
  if (doubleOf !== undefined) return `row ${doubleOf}`;
  return isDoubtful(warnings) ? `patient ${patient?.id}` : null;
}

/** The fields to open for correction: where the patient is in doubt, all fields that identify the patient. */
function faultyFields({ errors, warnings }: Pick<CheckedConsentRow, 'errors' | 'warnings'>): ConsentImportField[] {
  const faulty = (field: ConsentImportField) => errors.some(({ path }) => path === field);
  const isOpen = isDoubtful(warnings) || IDENTITY_FIELDS.some(faulty);
  return CONSENT_IMPORT_FIELDS.filter((field) => faulty(field) || (isOpen && IDENTITY_FIELDS.includes(field)));
}

/** The number of the row by which doubles of one consent are grouped. */
const consentOf = ({ doubleOf, row }: ConsentLine) => doubleOf ?? row;

/** The lines as {@link withCheck}. A line whose question has gone does not replace a double that is chosen. */
export function withChecks(
  lines: readonly ConsentLine[],
  read: ReadonlyMap<number, CheckedConsentRow>,
  sent: ReadonlyMap<number, ConsentLine['edits']>,
): ConsentLine[] {
  const wasChosen = new Set(lines.filter(({ isChosen }) => isChosen).map(({ row }) => row));
  const checked = lines.map((line) => {
    const answer = read.get(line.row);
    return answer === undefined ? line : withCheck(line, answer, sent.get(line.row) ?? {});
  });
  const taken = new Set(checked.filter(({ row, isChosen }) => isChosen && wasChosen.has(row)).map(consentOf));
  return checked.map((line) =>
    line.isChosen && !wasChosen.has(line.row) && taken.has(consentOf(line)) ? { ...line, isChosen: false } : line,
  );
}

/** The lines with one of them chosen or left out; of rows with the same consent at most one is chosen. */
export function withChoice(lines: readonly ConsentLine[], row: number, isChosen: boolean): ConsentLine[] {
  const chosen = lines.find((line) => line.row === row);
  return lines.map((line) => {
    if (line.row === row) return { ...line, isChosen };
    const isSame = isChosen && chosen !== undefined && consentOf(line) === consentOf(chosen);
    return isSame && line.recordID === undefined ? { ...line, isChosen: false } : line;
  });
}

/** These rows and their doubles: an edit of a row may end the doubling. */
export function withDoubles(lines: readonly ConsentLine[], rows: readonly number[]): number[] {
  return lines.filter(({ row, doubleOf }) => rows.includes(row) || rows.includes(doubleOf ?? 0)).map(({ row }) => row);
}

/** The other sound rows that may be the same consent as one of these: of one patient and procedure, or with one reference. */
export function maybeDoubles(lines: readonly ConsentLine[], checked: readonly CheckedConsentRow[]): number[] {
  const keysOf = ({ patient, procedure, value }: Pick<ConsentLine, 'patient' | 'procedure' | 'value'>) => [
    ...(patient === null || procedure === null ? [] : [`${patient.id} ${procedure.procedureID}`]),
    ...(value['externalID'] === undefined ? [] : [value['externalID']]),
  ];
  const keys = new Set(checked.flatMap(keysOf));
  const rows = new Set(checked.map(({ row }) => row));
  return lines
    .filter((line) => !rows.has(line.row) && line.errors.length === 0 && line.recordID === undefined)
    .filter((line) => keysOf(line).some((key) => keys.has(key)))
    .map(({ row }) => row);
}

/** The name in the file where it is not that of the patient's record; null where it is, or the file has none. */
export function otherNameOf(line: ConsentLine): string | null {
  if (line.patient === null) return null;
  const [lastName, firstName] = [textOf(line, 'lastName'), textOf(line, 'firstName')];
  const isSame = (name: string, known: string) => name === '' || foldForSearch(name) === foldForSearch(known);
  if (isSame(lastName, line.patient.lastName) && isSame(firstName, line.patient.firstName)) return null;
  return lastName === '' ? firstName : formalName({ lastName, firstName });
}

/** The text of a field as the person sees it. */
export function textOf({ edits, value }: Pick<ConsentLine, 'edits' | 'value'>, field: ConsentImportField): string {
  return edits[field] ?? value[field] ?? '';
}

export function withEdit(line: ConsentLine, field: ConsentImportField, text: string): ConsentLine {
  return { ...line, edits: { ...line.edits, [field]: text }, isUnchecked: true };
}

/** The rows that name the same procedure in the same words, and the library does not know it. */
export function sameProcedure(lines: readonly ConsentLine[], line: ConsentLine): ConsentLine[] {
  const text = line.value['procedure'];
  return lines.filter(
    (each) =>
      each.row !== line.row &&
      text !== undefined &&
      each.value['procedure'] === text &&
      each.edits.procedure === undefined &&
      each.errors.some(({ path }) => path === 'procedure'),
  );
}

export function stateOf(line: ConsentLine): ConsentLineState {
  if (line.recordID !== undefined) return 'IMPORTED';
  if (line.isUnchecked) return 'CHECKING';
  if (line.errors.length > 0) return 'MEND';
  if (!line.isChosen) return line.doubleOf !== undefined ? 'TWICE' : isDoubtful(line.warnings) ? 'WHO' : 'LEFT_OUT';
  if (line.warnings.length > 0) return 'CHECK';
  return line.faulty.length > 0 ? 'MENDED' : 'READY';
}

export function isReady(line: ConsentLine): boolean {
  return ['READY', 'MENDED', 'CHECK'].includes(stateOf(line));
}

export function isToLookAt(line: ConsentLine): boolean {
  return line.recordID === undefined && (line.errors.length > 0 || line.warnings.length > 0 || line.faulty.length > 0);
}

/** Rows that are not imported although nobody left them out: they can be saved as a file. */
export function isForLater(line: ConsentLine): boolean {
  return ['CHECKING', 'MEND', 'TWICE', 'WHO'].includes(stateOf(line));
}

export function countLines(lines: readonly ConsentLine[]): LineCounts {
  const states = lines.map(stateOf);
  const leftOut = states.filter((state) => state === 'LEFT_OUT').length;
  const imported = states.filter((state) => state === 'IMPORTED').length;
  const later = lines.filter(isForLater).length;
  return { all: lines.length, leftOut, imported, later, ready: lines.length - leftOut - imported - later };
}

/** The rows that stay out of this import, as the file for later has them. */
export function laterLines(lines: readonly ConsentLine[]): LaterLine[] {
  return lines.filter(isForLater).map(({ row, cells, errors, warnings }) => {
    const notes = errors.length > 0 ? errors : warnings;
    return { row, cells, problem: notes.map(({ message }) => message).join('; ') };
  });
}

/** The edits of these lines as the call has them. */
export function editsOf(lines: readonly ConsentLine[]): { row: number; field: ConsentImportField; value: string }[] {
  return lines.flatMap(({ row, edits }) =>
    CONSENT_IMPORT_FIELDS.flatMap((field) => {
      const value = edits[field];
      return value === undefined ? [] : [{ row, field, value }];
    }),
  );
}
