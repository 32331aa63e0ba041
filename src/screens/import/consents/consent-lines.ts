import type { CheckedConsentRow } from '#contract/consent-imports.ts';
import {
  CONSENT_IMPORT,
  CONSENT_IMPORT_FIELDS,
  readConsentRow,
  type ConsentImportField,
} from '#domain/imports/import-consent.ts';
import { IDENTITY_FIELDS, isDoubtful } from '#domain/imports/import-consent-match.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { isSameIdentity } from '#domain/values/same-identity.ts';
import { faultyFields, textOf, textsOf, type ImportLine, type LineQuestion, type LineRules } from '../lines.ts';
import type { ImportClock } from '../row-type.ts';

/** One consent of the file on the page. The sentence of a double within the file is a warning: a person chooses between the two. */
export type ConsentLine = ImportLine<ConsentImportField> & Pick<CheckedConsentRow, 'patient' | 'procedure' | 'side' | 'doubleOf'>;

export function consentLineOf(read: CheckedConsentRow): ConsentLine {
  const checked = checkedOf(read);
  return {
    row: read.row,
    cells: read.cells,
    ...checked,
    edits: {},
    faulty: openFields(checked),
    isUnchecked: false,
    isChosen: questionId(checked) === null,
    made: null,
  };
}

/** The line as the server has checked it again, unless the person has written something else meanwhile. */
export function withCheck(line: ConsentLine, read: CheckedConsentRow, sent: ConsentLine['edits']): ConsentLine {
  if (sent !== line.edits) return line;
  const checked = checkedOf(read);
  const faulty = [...new Set([...line.faulty, ...openFields(checked)])];
  // An answer is valid only for the same question.
  const isChosen = questionId(checked) === questionId(line) ? line.isChosen : questionId(checked) === null;
  return { ...line, ...checked, faulty, isUnchecked: false, isChosen };
}

/** The part of a line that the server's check decides. */
type CheckedLine = Pick<ConsentLine, 'texts' | 'errors' | 'warnings' | 'patient' | 'procedure' | 'side' | 'doubleOf'>;

function checkedOf({ value: texts, errors, warnings, patient, procedure, side, doubleOf }: CheckedConsentRow): CheckedLine {
  const checked = { texts, errors, warnings, patient, procedure, side, doubleOf };
  return doubleOf === undefined ? checked : { ...checked, errors: [], warnings: [...warnings, ...errors] };
}

/** The row with its edits, read by the rules of the file. */
export function rereadConsent(
  line: ConsentLine,
  { notes, clock }: { notes: readonly RowNote[]; clock: ImportClock },
): ConsentLine {
  const { errors } = readConsentRow(textsOf(line), clock);
  return { ...line, errors: [...notes, ...errors] };
}

/** The question that a person must answer before the row is imported; null without one. */
function questionId({ doubleOf, warnings, patient }: Pick<ConsentLine, 'doubleOf' | 'warnings' | 'patient'>): string | null {
  if (doubleOf !== undefined) return `row ${doubleOf}`;
  return isDoubtful(warnings) ? `patient ${patient?.id}` : null;
}

/** The rules of a consent's row: its tick confirms the patient, or chooses between doubles. */
export const CONSENT_RULES: LineRules<ConsentLine> = {
  questionOf: (line): LineQuestion | null => {
    if (questionId(line) === null) return null;
    return {
      words: line.doubleOf === undefined ? 'Same person?' : 'Choose one',
      problem: line.warnings.map(({ message }) => message).join('; '),
      isOpen: !line.isChosen,
      isTick: true,
    };
  },
  isLeftOut: ({ isChosen }) => !isChosen,
};

/** The fields to open: who the patient is may be mended in any field that tells it, and a double where the two are alike. */
export function openFields({
  errors,
  warnings,
  doubleOf,
}: Pick<ConsentLine, 'errors' | 'warnings' | 'doubleOf'>): ConsentImportField[] {
  const faulty = faultyFields(doubleOf === undefined ? errors : [...errors, ...warnings], CONSENT_IMPORT);
  const isOpen = isDoubtful(warnings) || IDENTITY_FIELDS.some((field) => faulty.includes(field));
  return CONSENT_IMPORT_FIELDS.filter((field) => faulty.includes(field) || (isOpen && IDENTITY_FIELDS.includes(field)));
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
    return isSame && line.made === null ? { ...line, isChosen: false } : line;
  });
}

/** These rows and their doubles: an edit of a row may end the doubling. */
export function withDoubles(lines: readonly ConsentLine[], rows: readonly number[]): number[] {
  return lines.filter(({ row, doubleOf }) => rows.includes(row) || rows.includes(doubleOf ?? 0)).map(({ row }) => row);
}

/** The other sound rows that may be the same consent as one of these: of one patient and procedure, or with one reference. */
export function maybeDoubles(lines: readonly ConsentLine[], rows: readonly number[]): number[] {
  const keysOf = ({ patient, procedure, texts }: ConsentLine) => [
    ...(patient === null || procedure === null ? [] : [`${patient.id} ${procedure.procedureID}`]),
    ...(texts.externalID === undefined ? [] : [texts.externalID]),
  ];
  const keys = new Set(lines.filter(({ row }) => rows.includes(row)).flatMap(keysOf));
  return lines
    .filter(({ row, errors, made }) => !rows.includes(row) && errors.length === 0 && made === null)
    .filter((line) => keysOf(line).some((key) => keys.has(key)))
    .map(({ row }) => row);
}

/** The name in the file where it is not that of the patient's record; null where it is, or the file has none. */
export function otherNameOf(line: ConsentLine): string | null {
  if (line.patient === null) return null;
  const [lastName, firstName] = [textOf(line, 'lastName'), textOf(line, 'firstName')];
  const isSame = (name: string, known: string) => name === '' || isSameIdentity(name, known);
  if (isSame(lastName, line.patient.lastName) && isSame(firstName, line.patient.firstName)) return null;
  return lastName === '' ? firstName : formalName({ lastName, firstName });
}

/** The rows that name the same procedure in the same words, and the library does not know it. */
export function sameProcedure(lines: readonly ConsentLine[], line: ConsentLine): ConsentLine[] {
  const text = line.texts.procedure;
  return lines.filter(
    (each) =>
      each.row !== line.row &&
      text !== undefined &&
      each.texts.procedure === text &&
      each.edits.procedure === undefined &&
      each.errors.some(({ path }) => path === 'procedure'),
  );
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
