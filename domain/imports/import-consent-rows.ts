import { dayOfSigning, readConsentRow, type ImportedConsentValue } from './import-consent.ts';
import {
  consentKey,
  doubleFault,
  IDENTITY_FIELDS,
  matchPatient,
  matchProcedure,
  SIDE_MISSING,
  sideOf,
  type KnownRecord,
  type MatchedPatient,
  type MatchedProcedure,
  type ProcedureIndex,
} from './import-consent-match.ts';
import { needlessSide } from '#domain/consents/planned-procedure.ts';
import type { RowNote } from './import-table.ts';
import type { PatientIndex } from '#domain/patients/likely-duplicates.ts';
import type { Side } from '#domain/base/states.ts';

/** A row of a file beside what is known here. `side` and `day` are those of the consent that it becomes. */
export type ResolvedConsentRow<P, L> = {
  readonly row: number;
  readonly value: ImportedConsentValue;
  readonly errors: readonly RowNote[];
  readonly warnings: readonly RowNote[];
  /** null where nobody, or more than one, fits */
  readonly patient: P | null;
  readonly procedure: L | null;
  readonly side: Side | null;
  /** plain date of the signature; null where the row has none */
  readonly day: string | null;
  /** the earlier row of the file with the same consent, where that is the only fault: either of them may be imported */
  readonly doubleOf?: number;
};

/** The patients, procedures and consents with which rows are compared. `keys` are those of {@link consentKey}. */
export type KnownRecords<P extends MatchedPatient, L extends MatchedProcedure> = {
  readonly patients: PatientIndex<KnownRecord<P>>;
  readonly procedures: ProcedureIndex<L>;
  readonly externalIDs: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
};

type TextRow = { readonly row: number; readonly texts: ReadonlyMap<string, string>; readonly notes?: readonly RowNote[] };
type Clock = Parameters<typeof readConsentRow>[1];
/** A row as far as it alone tells. */
export type ReadConsentRow = ReturnType<typeof readConsentRow> & { readonly row: number };

/** Reads a row; `notes` are faults of the row as a whole. */
export function readTextRow({ row, texts, notes = [] }: TextRow, clock: Clock): ReadConsentRow {
  const { value, errors } = readConsentRow(texts, clock);
  return { row, value, errors: [...notes, ...errors] };
}

/** The fields of a row without a fault. */
export function soundFields({
  value,
  errors,
}: {
  readonly value: ImportedConsentValue;
  readonly errors: readonly RowNote[];
}): ImportedConsentValue {
  const faulty = new Set(errors.map(({ path }) => path));
  return Object.fromEntries(Object.entries(value).filter(([field]) => !faulty.has(field)));
}

/** Finds patient and procedure of a row. Doubles are looked for once all rows have theirs: {@link markDoubles}. */
export function resolveRow<P extends MatchedPatient, L extends MatchedProcedure>(
  read: ReadConsentRow,
  known: Pick<KnownRecords<P, L>, 'patients' | 'procedures'>,
  { timeZone }: Pick<Clock, 'timeZone'>,
): ResolvedConsentRow<P, L> {
  const sound = soundFields(read);
  const faulty = new Set(read.errors.map(({ path }) => path));
  const errors = [...read.errors];
  const warnings: RowNote[] = [];
  // A person who is named by something faulty is not looked for by the rest.
  const isNamed = IDENTITY_FIELDS.every((field) => !faulty.has(field));
  const person = isNamed ? matchPatient(known.patients, sound) : null;
  if (person !== null && 'fault' in person) errors.push(person.fault);
  if (person !== null && 'found' in person) warnings.push(...(person.warnings ?? []));
  const operation = faulty.has('procedure') ? null : matchProcedure(known.procedures, sound.procedure ?? '');
  if (operation !== null && 'fault' in operation) errors.push(operation.fault);
  const procedure = operation !== null && 'found' in operation ? operation.found : null;
  const side = procedure === null ? null : sideOf(procedure, sound.side);
  if (procedure !== null && side === null && !faulty.has('side')) errors.push(SIDE_MISSING);
  const needless = procedure === null ? null : needlessSide({ ...procedure, side });
  if (needless !== null) errors.push({ path: 'side', message: needless });
  return {
    row: read.row,
    value: read.value,
    errors,
    warnings,
    patient: person !== null && 'found' in person ? person.found : null,
    procedure,
    side,
    day: dayOfSigning(sound.signedAt, timeZone) ?? null,
  };
}

/** The rows, with a fault at each sound one whose consent is here already or in an earlier row. */
export function markDoubles<P extends MatchedPatient, L extends MatchedProcedure>(
  rows: readonly ResolvedConsentRow<P, L>[],
  { externalIDs, keys }: Pick<KnownRecords<P, L>, 'externalIDs' | 'keys'>,
): ResolvedConsentRow<P, L>[] {
  const seen = new Map<string, number>();
  return rows.map((each) => {
    // A row with a fault is compared once it is mended.
    const key = each.errors.length > 0 ? null : keyOf(each);
    if (key === null) return each;
    const { externalID } = soundFields(each);
    const isKnown = externalID === undefined ? keys.has(key) : externalIDs.has(externalID);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, each.row);
    if (!isKnown && first === undefined) return each;
    const errors = [doubleFault(soundFields(each), isKnown ? undefined : first)];
    return isKnown || first === undefined ? { ...each, errors } : { ...each, errors, doubleOf: first };
  });
}

function keyOf(row: ResolvedConsentRow<MatchedPatient, MatchedProcedure>): string | null {
  const { externalID } = soundFields(row);
  if (externalID !== undefined) return `number ${externalID}`;
  const { patient, procedure, side, day } = row;
  if (patient === null || procedure === null || side === null) return null;
  return consentKey({ patientID: patient.id, procedureID: procedure.procedureID, side, day });
}
