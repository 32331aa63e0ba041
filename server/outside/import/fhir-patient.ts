import type { RowNote } from '#domain/imports/import-table.ts';
import type { PatientImportField } from '#domain/imports/import-patient.ts';
import {
  ASKED_DECLINED,
  BRAILLE_CODE,
  CONFIDENTIALITY_SYSTEM,
  DATA_ABSENT_REASON,
  FORMAT_TEXTS,
  HOSPITAL_NUMBER_PATH,
  INTERPRETER_REQUIRED,
  LARGE_PRINT_CODE,
  NHS_NUMBER_SYSTEM,
  UK_CORE_EXTENSION,
  WRITTEN_FORMAT,
} from '#domain/exports/fhir-systems.ts';
import { addressText, codesIn, extensionsOf, isCurrent } from './fhir-elements.ts';
import { objectIn, objectsIn, textIn, type JsonObject } from './json-values.ts';

/** Elements that are read, or that say nothing about a person; the others are named as left out. */
const READ: ReadonlySet<string> = new Set(
  'resourceType id meta implicitRules text identifier active name telecom gender _gender birthDate deceasedBoolean deceasedDateTime address communication extension link'.split(
    ' ',
  ),
);

/** A Patient of FHIR R4 as the texts of its fields. */
export type FhirPatientTexts = {
  readonly texts: Readonly<Partial<Record<PatientImportField, string>>>;
  readonly warnings: readonly RowNote[];
  /** elements that are not read */
  readonly ignored: readonly string[];
};

/** Reads a Patient, of UK Core or plain R4, in the present of `today`. @param today - plain date */
export function readFhirPatient(patient: JsonObject, today: string): FhirPatientTexts {
  const warnings: RowNote[] = [];
  const warn = (path: string, message: string) => void warnings.push({ path, message });
  const texts = {
    ...nameOf(patient),
    dateOfBirth: textIn(patient['birthDate']),
    ...numbersOf(patient, today),
    sex: sexOf(patient, warn),
    ...contactOf(patient, today),
    restricted: isRestricted(patient) ? 'yes' : '',
    ...communicationOf(patient, warn),
    status: statusOf(patient),
  };
  if (objectsIn(patient['link']).some(({ type }) => type === 'replaced-by'))
    warn('status', 'In the system that the file comes from this record was merged into another one');
  return { texts, warnings, ignored: Object.keys(patient).filter((element) => !READ.has(element)) };
}

type Warn = (path: string, message: string) => void;

function nameOf(patient: JsonObject) {
  const names = objectsIn(patient['name']);
  const name = names.find(({ use }) => use === 'official') ?? names[0] ?? {};
  const given = Array.isArray(name['given']) ? name['given'].map(textIn).filter((each) => each !== '') : [];
  const family = textIn(name['family']);
  // A text alone is not taken apart: where a first name ends is not known.
  if (family === '' && given.length === 0) return { lastName: textIn(name['text']), firstName: '' };
  return { lastName: family, firstName: given.join(' ') };
}

function numbersOf(patient: JsonObject, today: string) {
  const identifiers = objectsIn(patient['identifier']).filter((each) => isCurrent(each, today));
  const nhs = identifiers.find(({ system }) => system === NHS_NUMBER_SYSTEM);
  const isHospitals = (each: JsonObject) =>
    codesIn(each['type']).includes('MR') || textIn(each['system']).endsWith(HOSPITAL_NUMBER_PATH);
  const hospital = identifiers.find((each) => each !== nhs && isHospitals(each));
  return { nhsNumber: textIn(nhs?.['value']), hospitalNumber: textIn(hospital?.['value']) };
}

function sexOf(patient: JsonObject, warn: Warn): string {
  const gender = textIn(patient['gender']);
  if (gender === 'unknown') {
    const reasons = extensionsOf(objectIn(patient['_gender']), DATA_ABSENT_REASON).map((each) => each['valueCode']);
    return reasons.includes(ASKED_DECLINED) ? 'NOT_STATED' : '';
  }
  if (gender !== 'other') return gender;
  warn('sex', 'The file says “other”, which is read as intersex. Please check it.');
  return 'INTERSEX';
}

function contactOf(patient: JsonObject, today: string) {
  const telecoms = objectsIn(patient['telecom']).filter((each) => isCurrent(each, today));
  const valueOf = (system: string) => textIn(telecoms.find((each) => each['system'] === system)?.['value']);
  const address = objectsIn(patient['address']).find((each) => isCurrent(each, today));
  return {
    phoneNumber: valueOf('phone'),
    emailAddress: valueOf('email'),
    address: address === undefined ? '' : addressText(address),
  };
}

function isRestricted(patient: JsonObject): boolean {
  const labels = codesIn({ coding: objectIn(patient['meta'])['security'] }, CONFIDENTIALITY_SYSTEM);
  return labels.includes('R') || labels.includes('V');
}

function communicationOf(patient: JsonObject, warn: Warn) {
  const spoken = objectsIn(patient['communication']);
  const own = spoken.find(({ preferred }) => preferred === true) ?? spoken[0];
  // Retired in UK Core, and still sent by systems of before.
  const [retired = {}] = extensionsOf(patient, `${UK_CORE_EXTENSION}NHSCommunication`);
  const [retiredLanguage] = codesIn(extensionsOf(retired, 'language')[0]?.['valueCodeableConcept']);
  const needed =
    extensionsOf(patient, INTERPRETER_REQUIRED)[0]?.['valueBoolean'] ??
    extensionsOf(retired, 'interpreterRequired')[0]?.['valueBoolean'];
  return {
    language: codesIn(own?.['language'])[0] ?? textIn(objectIn(own?.['language'])['text']),
    ...(own === undefined && retiredLanguage !== undefined ? { language: retiredLanguage } : {}),
    interpreterNeeded: typeof needed === 'boolean' ? (needed ? 'yes' : 'no') : '',
    format: formatOf(patient, warn),
  };
}

function formatOf(patient: JsonObject, warn: Warn): string {
  const preferences = extensionsOf(patient, `${UK_CORE_EXTENSION}ContactPreference`);
  const formats = preferences
    .flatMap((each) => extensionsOf(each, WRITTEN_FORMAT))
    .map((each) => objectIn(each['valueCodeableConcept']));
  const codes = formats.flatMap((each) => codesIn(each));
  if (codes.includes(BRAILLE_CODE)) warn('communication.format', 'The patient reads Braille, for which there is no form here');
  if (codes.includes(LARGE_PRINT_CODE)) return 'LARGE_PRINT';
  const texts = formats.map(({ text }) => text);
  return Object.entries(FORMAT_TEXTS).find(([, text]) => texts.includes(text))?.[0] ?? '';
}

function statusOf(patient: JsonObject): string {
  if (patient['deceasedBoolean'] === true || textIn(patient['deceasedDateTime']) !== '') return 'DECEASED';
  return patient['active'] === false ? 'INACTIVE' : '';
}
