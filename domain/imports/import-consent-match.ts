import { isSameIdentity, nameWords } from '#domain/values/same-identity.ts';
import { sideInWords } from '#domain/consents/consent.ts';
import type { ConsentImportField, ImportedConsentValue } from './import-consent.ts';
import type { RowNote } from './import-table.ts';
import { duplicatesIn, indexPatients, type Identified, type PatientIndex } from '#domain/patients/likely-duplicates.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import type { ProcedureCode } from '#domain/library/procedure-codes.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { asSide, type Side } from '#domain/base/states.ts';

/** A patient as far as a row of consents is compared with one. */
export type MatchedPatient = Identified & Pick<Patient, 'survivorID'> & { readonly firstName: string };

type Recorded = Identified & { readonly firstName: string };
/** A record whose values may match a row: that of the patient, or one merged into it. */
export type KnownRecord<P> = Recorded & { readonly inUse: P };

/** A procedure of the library as a row may name it. */
export type MatchedProcedure = {
  readonly procedureID: string;
  readonly procedureName: string;
  readonly procedureAcronym: string;
  readonly codes: readonly Pick<ProcedureCode, 'code'>[];
  readonly sideRequired: boolean;
};

type Found<T> = { readonly found: T; readonly warnings?: readonly RowNote[] } | { readonly fault: RowNote };
type Fields = Readonly<Partial<Record<ConsentImportField, string>>>;

/** More than ten of one name and birth date are too many to tell apart, and so are two. */
const CANDIDATES_MOST = 10;

/** The fields by which a row names its patient: a fault at one may be a mistake in any other. */
export const IDENTITY_FIELDS: readonly ConsentImportField[] = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'nhsNumber',
  'hospitalNumber',
];

/** Records by their numbers, names and birth dates. @param records - with those in use of the merged ones among them */
export function indexRecords<P extends MatchedPatient>(records: readonly P[]): PatientIndex<KnownRecord<P>> {
  const inUse = new Map(records.filter(({ status }) => status !== 'MERGED').map((each) => [each.id, each]));
  return indexPatients(
    records.flatMap((each) => {
      const patient = inUse.get(each.status === 'MERGED' ? (each.survivorID ?? '') : each.id);
      if (patient === undefined) return [];
      const { id, lastName, firstName, dateOfBirth, nhsNumber, hospitalNumber } = each;
      return [{ id, status: patient.status, lastName, firstName, dateOfBirth, nhsNumber, hospitalNumber, inUse: patient }];
    }),
  );
}

/** A patient with all records of theirs that a row has found. */
type Person<P> = { readonly inUse: P; readonly records: readonly Recorded[] };

/**
 * The one patient whom a row names, by the NHS number, the hospital number, or last and first name; always with the birth date.
 * All values given must match the same person; a record without a number contradicts none, and values of a record merged into the
 * patient's match as well.
 *
 * @param sound - the fields of the row without a fault
 */
export function matchPatient<P extends MatchedPatient>(index: PatientIndex<KnownRecord<P>>, sound: Fields): Found<P> {
  const { nhsNumber, hospitalNumber, dateOfBirth = '', lastName = '', firstName = '' } = sound;
  const byNumber = nhsNumber !== undefined || hospitalNumber !== undefined;
  const identity: Identified = {
    id: '',
    status: 'ACTIVE',
    nhsNumber: nhsNumber ?? null,
    hospitalNumber: hospitalNumber ?? null,
    lastName: byNumber ? '' : lastName,
    dateOfBirth: byNumber ? '' : dateOfBirth,
  };
  const candidates = duplicatesIn(index, identity, CANDIDATES_MOST).map(({ patient }) => patient);
  const people = peopleOf(candidates.filter((each) => byNumber || isSameFirstName(each.firstName, firstName)));
  const agreeing = people.filter(
    ({ records }) =>
      records.some((each) => each.dateOfBirth === dateOfBirth) &&
      agrees(records, 'nhsNumber', nhsNumber) &&
      agrees(records, 'hospitalNumber', hospitalNumber),
  );
  const [found, second] = agreeing;
  const path = nhsNumber !== undefined ? 'nhsNumber' : byNumber ? 'hospitalNumber' : 'lastName';
  if (found === undefined) return { fault: noPatient(people, { path, sound }) };
  // Both numbers must belong to this person, also where one of the person's records lacks one.
  const isSplit = nhsNumber !== undefined && hospitalNumber !== undefined && people.length > 1;
  if (isSplit) return { fault: DIFFERENT_PATIENTS };
  if (second !== undefined)
    return { fault: { path, message: `More than one patient fits. ${byNumber ? 'Give the NHS number.' : 'Give a number.'}` } };
  return { found: found.inUse, warnings: nameWarnings(found, { lastName, firstName }) };
}

function peopleOf<P extends MatchedPatient>(candidates: readonly KnownRecord<P>[]): Person<P>[] {
  const people = new Map<string, Person<P>>();
  for (const record of candidates) {
    const { inUse } = record;
    const records = people.get(inUse.id)?.records ?? [inUse];
    people.set(inUse.id, { inUse, records: [...records, record] });
  }
  return [...people.values()];
}

function agrees(records: readonly Recorded[], field: 'nhsNumber' | 'hospitalNumber', entered: string | undefined): boolean {
  if (entered === undefined) return true;
  return records.some((each) => isSameIdentity(each[field] ?? '', entered)) || records.every((each) => each[field] === null);
}

function isSameFirstName(known: string, entered: string): boolean {
  return entered === '' || isSameIdentity(known, entered);
}

/** Whether two first names are of two people: a second name that only one of them has makes no other person. */
function isOtherFirstName(known: string, entered: string): boolean {
  if (isSameIdentity(known, entered)) return false;
  const [one, other] = [nameWords(known), nameWords(entered)];
  return one.slice(0, other.length).some((word, at) => word !== other[at]);
}

const DIFFERENT_PATIENTS: RowNote = {
  path: 'hospitalNumber',
  message: 'The NHS number and the hospital number are those of different patients',
};
const NAMES = { nhsNumber: 'NHS number', hospitalNumber: 'hospital number', lastName: 'name and birth date' } as const;

function noPatient(
  people: readonly Person<MatchedPatient>[],
  { path, sound: { nhsNumber, hospitalNumber, dateOfBirth } }: { path: keyof typeof NAMES; sound: Fields },
): RowNote {
  if (people.length === 0) return { path, message: `No patient here has this ${NAMES[path]}` };
  const isBorn = people.some(({ records }) => records.some((each) => each.dateOfBirth === dateOfBirth));
  if (nhsNumber !== undefined && hospitalNumber !== undefined && isBorn) return DIFFERENT_PATIENTS;
  return { path: 'dateOfBirth', message: `The patient with this ${NAMES[path]} was born on another day` };
}

/** Beside a number another first name may be a twin's; another last name is most often that of a marriage. */
function nameWarnings(
  { inUse, records }: Person<MatchedPatient>,
  { lastName, firstName }: { lastName: string; firstName: string },
): RowNote[] {
  const name = formalName(inUse);
  if (records.every((each) => isOtherFirstName(each.firstName, firstName)))
    return [{ path: 'firstName', message: `The patient’s record has the name ${name}. Tick the row if it is the same person.` }];
  if (lastName === '' || records.some((each) => isSameIdentity(lastName, each.lastName))) return [];
  return [{ path: 'lastName', message: `The patient’s record has the name ${name}. Please check that it is the same person.` }];
}

/** Whether a person must confirm the patient of a row explicitly before it is imported. */
export function isDoubtful(warnings: readonly RowNote[]): boolean {
  return warnings.some(({ path }) => path === 'firstName');
}

/** Procedures by their folded names and acronyms, their codes and their ids. */
export type ProcedureIndex<P extends MatchedProcedure = MatchedProcedure> = ReadonlyMap<string, readonly P[]>;

export function indexProcedures<P extends MatchedProcedure>(procedures: readonly P[]): ProcedureIndex<P> {
  const index = new Map<string, P[]>();
  for (const procedure of procedures) {
    const { procedureID, procedureName, procedureAcronym, codes } = procedure;
    const keys = [procedureID, procedureName, procedureAcronym, ...codes.map(({ code }) => code)].map(procedureKey);
    for (const key of new Set(keys.filter((each) => each !== ''))) index.set(key, [...(index.get(key) ?? []), procedure]);
  }
  return index;
}

/** `C71.2` and `c712` are one code, and blanks do not make another name. */
function procedureKey(text: string): string {
  return foldForSearch(text).replaceAll(/[\s.]+/g, '');
}

/** The one procedure of the library with this name, acronym or code. @param text - '' where the row names none */
export function matchProcedure<P extends MatchedProcedure>(index: ProcedureIndex<P>, text: string): Found<P> {
  const [found, second] = index.get(procedureKey(text)) ?? [];
  if (found === undefined)
    return { fault: { path: 'procedure', message: 'The library does not know this procedure. Choose it.' } };
  return second === undefined
    ? { found }
    : { fault: { path: 'procedure', message: 'The library has more than one procedure of this name. Choose it.' } };
}

/** The side of a row; null where its procedure has sides and the row names none. @param entered - without a fault */
export function sideOf({ sideRequired }: Pick<MatchedProcedure, 'sideRequired'>, entered: string | undefined): Side | null {
  const side = asSide(entered) ?? 'NOT_APPLICABLE';
  return sideRequired && side === 'NOT_APPLICABLE' ? null : side;
}

export const SIDE_MISSING: RowNote = { path: 'side', message: 'This procedure has sides: enter LEFT, RIGHT or BOTH' };

/** The key that identifies a consent of a file: the number of the other system, or else patient, procedure, side and day. */
export function consentKey(consent: { patientID: string; procedureID: string; side: string | null; day: string | null }): string {
  const { patientID, procedureID, side, day } = consent;
  return [patientID, procedureID, side ?? '', day ?? ''].join(' ');
}

/** The sentence for a row whose consent is already known. @param row - of the same file; absent where it was imported before */
export function doubleFault(value: ImportedConsentValue, row?: number): RowNote {
  const where = row === undefined ? 'is here already' : `stands in row ${row} as well`;
  if (value.externalID !== undefined) return { path: 'externalID', message: `A consent with this reference ${where}` };
  const side = sideInWords(asSide(value.side));
  const what = ['patient', 'procedure', ...(side === '' ? [] : ['side'])].join(', ');
  return { path: '', message: `A consent of the same ${what} and day ${where}` };
}
