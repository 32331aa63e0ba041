import { sideInWords } from './consent.ts';
import type { ConsentImportField, ImportedConsentValue } from './import-consent.ts';
import type { RowNote } from './import-table.ts';
import { duplicatesIn, type Identified, type PatientIndex } from './likely-duplicates.ts';
import { formalName } from './patient-name.ts';
import type { ProcedureCode } from './procedure-codes.ts';
import { foldForSearch } from './search-text.ts';
import { SIDES, type Side } from './states.ts';

/** A patient as far as a row of consents is compared with one. */
export type MatchedPatient = Identified & { readonly firstName: string };

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

/**
 * The one patient whom a row names, by the NHS number, the hospital number, or last and first name; always with the birth date. All that
 * is given must be right of the same person; a record without a number contradicts none.
 *
 * @param sound - the fields of the row without a fault
 */
export function matchPatient<P extends MatchedPatient>(index: PatientIndex<P>, sound: Fields): Found<P> {
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
  const named = candidates.filter((each) => byNumber || isSameFirstName(each.firstName, firstName));
  const agreeing = named.filter(
    (each) =>
      each.dateOfBirth === dateOfBirth && agrees(each.nhsNumber, nhsNumber) && agrees(each.hospitalNumber, hospitalNumber),
  );
  const [found, second] = agreeing;
  const path = nhsNumber !== undefined ? 'nhsNumber' : byNumber ? 'hospitalNumber' : 'lastName';
  if (found === undefined) return { fault: noPatient(named, { path, sound }) };
  // Of two numbers each must be this person's, also where the record of one of them lacks the other.
  const isSplit = nhsNumber !== undefined && hospitalNumber !== undefined && candidates.some(({ id }) => id !== found.id);
  if (isSplit) return { fault: DIFFERENT_PATIENTS };
  if (second !== undefined)
    return { fault: { path, message: `More than one patient fits. ${byNumber ? 'Give the NHS number.' : 'Give a number.'}` } };
  return { found, warnings: nameWarning(found, lastName) };
}

function agrees(known: string | null, given: string | undefined): boolean {
  return known === null || given === undefined || known === given;
}

function isSameFirstName(known: string, given: string): boolean {
  return given === '' || foldForSearch(known) === foldForSearch(given);
}

const DIFFERENT_PATIENTS: RowNote = {
  path: 'hospitalNumber',
  message: 'The NHS number and the hospital number are those of different patients',
};
const NAMES = { nhsNumber: 'NHS number', hospitalNumber: 'hospital number', lastName: 'name and birth date' } as const;

function noPatient(
  candidates: readonly MatchedPatient[],
  { path, sound: { nhsNumber, hospitalNumber, dateOfBirth } }: { path: keyof typeof NAMES; sound: Fields },
): RowNote {
  if (candidates.length === 0) return { path, message: `No patient here has this ${NAMES[path]}` };
  if (nhsNumber !== undefined && hospitalNumber !== undefined && candidates.some((each) => each.dateOfBirth === dateOfBirth))
    return DIFFERENT_PATIENTS;
  return { path: 'dateOfBirth', message: `The patient with this ${NAMES[path]} was born on another day` };
}

function nameWarning(found: MatchedPatient, lastName: string): RowNote[] {
  if (lastName === '' || foldForSearch(lastName) === foldForSearch(found.lastName)) return [];
  return [
    {
      path: 'lastName',
      message: `The patient’s record has the name ${formalName(found)}. Please check that it is the same person.`,
    },
  ];
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

/** The side of a row; null where its procedure has sides and the row names none. @param given - without a fault */
export function sideOf({ sideRequired }: Pick<MatchedProcedure, 'sideRequired'>, given: string | undefined): Side | null {
  const side = SIDES.find((each) => each === given) ?? 'NOT_APPLICABLE';
  return sideRequired && side === 'NOT_APPLICABLE' ? null : side;
}

export const SIDE_MISSING: RowNote = { path: 'side', message: 'This procedure has sides: enter LEFT, RIGHT or BOTH' };

/** What tells one consent from another: the number that the other system gave it, or else patient, procedure, side and day. */
export function consentKey(consent: { patientID: string; procedureID: string; side: string | null; day: string | null }): string {
  const { patientID, procedureID, side, day } = consent;
  return [patientID, procedureID, side ?? '', day ?? ''].join(' ');
}

/** The sentence for a row whose consent stands elsewhere. @param row - of the same file; absent where it is here already */
export function doubleFault(value: ImportedConsentValue, row?: number): RowNote {
  const where = row === undefined ? 'is here already' : `stands in row ${row} as well`;
  if (value.externalID !== undefined) return { path: 'externalID', message: `A consent with this reference ${where}` };
  const side = sideInWords(SIDES.find((each) => each === value.side) ?? null);
  const what = ['patient', 'procedure', ...(side === '' ? [] : ['side'])].join(', ');
  return { path: '', message: `A consent of the same ${what} and day ${where}` };
}
