import type { ConsentSummary, MergedFrom, RecordSummary } from '#contract/shapes/record-summary.ts';
import type { TheatreCase } from '#contract/theatre.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { LIST_WORDS } from '#domain/theatre/listed.ts';
import { LIGHT_NAMES } from '#domain/theatre/theatre-light.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { REFERRAL_WORDS } from '#domain/referrals/referral-words.ts';
import { caseWords, listedProcedureWords, procedureStatusWords } from '#domain/cases/state-words.ts';
import type { ProcedureLine } from '#server/data/library/library.ts';

// The columns of exported lists: those of the screen, and the ids (interop §4). Times are ISO in UTC, as their headings say.

const PATIENT_HEADINGS = ['Last name', 'First name', 'Born', 'NHS number', 'Hospital number'];
type PatientOfLine = Pick<ConsentSummary['patient'], 'lastName' | 'firstName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'>;

function patientCells({ lastName, firstName, dateOfBirth, nhsNumber, hospitalNumber }: PatientOfLine): string[] {
  return [lastName, firstName, dateOfBirth, nhsNumber ?? '', hospitalNumber ?? ''];
}

/** The record that a case was opened for, where it is merged into the patient's since: one form may bear its name. Its id stands with the ids. */
const MERGED_HEADINGS = ['Merged from', 'Merged from: name', 'Merged from: born'];
const MERGED_ID = 'mergedFromID';
/** The number by which people name the case. */
const CASE_NUMBER = 'Case';

function mergedCells(mergedFrom: MergedFrom | null | undefined): string[] {
  if (mergedFrom == null) return MERGED_HEADINGS.map(() => '');
  return [mergedFrom.recordID ?? '', formalName(mergedFrom), mergedFrom.dateOfBirth];
}

export const CASE_HEADINGS: readonly string[] = [
  ...PATIENT_HEADINGS,
  'Procedure',
  'Form',
  'Consent',
  'Status',
  'Clinician',
  'Operates',
  'Listed on',
  'Theatre',
  'List',
  'Started (UTC)',
  'Changed (UTC)',
  'Versions',
  'Imported',
  ...MERGED_HEADINGS,
  CASE_NUMBER,
  'recordID',
  'currentConsentID',
  'inForceConsentID',
  'patientID',
  MERGED_ID,
];

/** One case under {@link CASE_HEADINGS}. */
export function caseCells(record: RecordSummary): string[] {
  const { patient, mergedFrom, current, listed, operator } = record;
  return [
    ...patientCells(patient),
    proceduresText(current?.procedures ?? []),
    current?.formType ?? '',
    current === null ? '' : caseWords(current).words,
    record.status,
    record.clinician.name,
    operator?.name ?? '',
    listed?.date ?? '',
    listed?.theatre ?? '',
    listed == null ? '' : LIST_WORDS[listed.listType],
    record.createdAt,
    record.updatedAt,
    String(record.versions),
    current === null ? '' : yesNo(isImported(current)),
    ...mergedCells(mergedFrom),
    record.caseNumber ?? '',
    record.recordID,
    record.currentConsentID ?? '',
    record.inForceConsentID ?? '',
    patient.id,
    mergedFrom?.id ?? '',
  ];
}

export const CONSENT_HEADINGS: readonly string[] = [
  ...PATIENT_HEADINGS,
  'Procedure',
  'Form',
  'Version',
  'Consent',
  'Status',
  'Clinician',
  'Started (UTC)',
  'Changed (UTC)',
  'Imported',
  ...MERGED_HEADINGS,
  CASE_NUMBER,
  'consentID',
  'recordID',
  'patientID',
  MERGED_ID,
];

/** One version under {@link CONSENT_HEADINGS}. */
export function consentCells(consent: ConsentSummary): string[] {
  const { patient, mergedFrom } = consent;
  return [
    ...patientCells(patient),
    proceduresText(consent.procedures),
    consent.formType,
    String(consent.versionNumber),
    caseWords(consent).words,
    consent.status,
    consent.clinician.name,
    consent.createdAt,
    consent.updatedAt,
    yesNo(isImported(consent)),
    ...mergedCells(mergedFrom),
    consent.caseNumber ?? '',
    consent.consentID,
    consent.recordID,
    patient.id,
    mergedFrom?.id ?? '',
  ];
}

export const REFERRAL_HEADINGS: readonly string[] = [
  ...PATIENT_HEADINGS,
  'Question',
  'From',
  'To',
  'State',
  'Changed (UTC)',
  ...MERGED_HEADINGS,
  'recordID',
  'patientID',
  MERGED_ID,
];

/** One referred case under {@link REFERRAL_HEADINGS}. */
export function referralCells({ patient, mergedFrom, referral, updatedAt, recordID }: RecordSummary): string[] {
  if (referral == null) throw new Error('a case that nobody referred');
  const { question, from, to, status } = referral;
  return [
    ...patientCells(patient),
    question,
    from.name,
    to.name ?? to.speciality ?? '',
    REFERRAL_WORDS[status].words,
    updatedAt,
    ...mergedCells(mergedFrom),
    recordID,
    patient.id,
    mergedFrom?.id ?? '',
  ];
}

export const LISTED_HEADINGS: readonly string[] = [
  'Date',
  'Theatre',
  'List',
  ...PATIENT_HEADINGS,
  'Procedure',
  'Operates',
  'Consent',
  'Reason',
  'Refusals',
  'Left open',
  'Interpreter',
  'Signed (UTC)',
  'Imported',
  ...MERGED_HEADINGS,
  'recordID',
  'consentID',
  'patientID',
  MERGED_ID,
];

type ListedLine = { readonly listed: TheatreCase; readonly isImported: boolean };

/** One case of a theatre list under {@link LISTED_HEADINGS}. @param line - `isImported`: whether the consent shown is */
export function listedCells({ listed, isImported: comesFromFile }: ListedLine): string[] {
  const { patient, mergedFrom, interpreter } = listed;
  return [
    listed.date,
    listed.theatre ?? '',
    LIST_WORDS[listed.listType],
    ...patientCells(patient),
    proceduresText(listed.procedures),
    listed.clinician.name,
    LIGHT_NAMES[listed.light],
    listed.reason,
    listed.refusals.join('; '),
    (listed.openPoints ?? []).join('; '),
    interpreter.needed ? `${interpreter.language}${interpreter.named ? '' : ', nobody named'}` : '',
    listed.signedAt ?? '',
    listed.consentID === null ? '' : yesNo(comesFromFile),
    ...mergedCells(mergedFrom),
    listed.recordID,
    listed.consentID ?? '',
    patient.id,
    mergedFrom?.id ?? '',
  ];
}

export const PROCEDURE_HEADINGS: readonly string[] = [
  'Procedure',
  'Acronym',
  'Speciality',
  'Forms',
  'Side needed',
  'Codes',
  'Review by',
  'Owner',
  'State',
  'Clinically reviewed',
  'Newest version',
  'procedureID',
  'version',
];

/** One procedure of the library under {@link PROCEDURE_HEADINGS}. */
export function procedureCells(line: ProcedureLine): string[] {
  // Rows of builds before have no codes.
  const codes: ProcedureLine['codes'] | null = line.codes;
  return [
    line.name,
    line.acronym,
    line.speciality ?? '',
    line.formTypes.join(', '),
    yesNo(line.sideRequired),
    (codes ?? []).map(({ system, code }) => `${system} ${code}`).join(', '),
    line.reviewDate ?? '',
    line.owner ?? '',
    procedureStatusWords(line.status).words,
    yesNo(line.clinically_reviewed),
    line.newest === null ? '' : `${line.newest.version}: ${procedureStatusWords(line.newest.status).words}`,
    line.id,
    String(line.version),
  ];
}

function proceduresText(procedures: ConsentSummary['procedures']): string {
  return procedures.map(listedProcedureWords).join('; ');
}

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
