import type { RowNote } from '#domain/import-table.ts';
import type { PatientImportField } from '#domain/import-patient.ts';
import { addressText, codesIn, extensionsOf, isCurrent } from './fhir-elements.ts';
import { objectIn, objectsIn, textIn, type JsonObject } from './json-values.ts';

const NHS_NUMBER = 'https://fhir.nhs.uk/Id/nhs-number';
const CONFIDENTIALITY = 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality';
const UK_CORE = 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-';
const INTERPRETER_REQUIRED = 'http://hl7.org/fhir/StructureDefinition/patient-interpreterRequired';
/** Of UK Core's PreferredWrittenCommunicationFormat. */
const LARGE_PRINT = '11';
const BRAILLE = '12';

/** Elements that are read, or that say nothing about a person; the others are named as left out. */
const READ: ReadonlySet<string> = new Set(
  'resourceType id meta implicitRules text identifier active name telecom gender birthDate deceasedBoolean deceasedDateTime address communication extension link'.split(
    ' ',
  ),
);

/** A Patient of FHIR R4 as the texts of its fields. */
export type FhirPatient = {
  readonly texts: Readonly<Partial<Record<PatientImportField, string>>>;
  readonly warnings: readonly RowNote[];
  /** elements that are not read */
  readonly ignored: readonly string[];
};

/** Reads a Patient, of UK Core or plain R4, in the present of `today`. @param today - plain date */
export function readFhirPatient(patient: JsonObject, today: string): FhirPatient {
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
  const nhs = identifiers.find(({ system }) => system === NHS_NUMBER);
  const isHospitals = (each: JsonObject) =>
    codesIn(each['type']).includes('MR') || textIn(each['system']).endsWith('/id/hospital-number');
  const hospital = identifiers.find((each) => each !== nhs && isHospitals(each));
  return { nhsNumber: textIn(nhs?.['value']), hospitalNumber: textIn(hospital?.['value']) };
}

function sexOf(patient: JsonObject, warn: Warn): string {
  const gender = textIn(patient['gender']);
  if (gender === 'unknown') return '';
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
  const labels = codesIn({ coding: objectIn(patient['meta'])['security'] }, CONFIDENTIALITY);
  return labels.includes('R') || labels.includes('V');
}

function communicationOf(patient: JsonObject, warn: Warn) {
  const spoken = objectsIn(patient['communication']);
  const own = spoken.find(({ preferred }) => preferred === true) ?? spoken[0];
  // Retired in UK Core, and still sent by systems of before.
  const [retired = {}] = extensionsOf(patient, `${UK_CORE}NHSCommunication`);
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
  const preferences = extensionsOf(patient, `${UK_CORE}ContactPreference`);
  const formats = preferences
    .flatMap((each) => extensionsOf(each, 'PreferredWrittenCommunicationFormat'))
    .flatMap((each) => codesIn(each['valueCodeableConcept']));
  if (formats.includes(BRAILLE)) warn('communication.format', 'The patient reads Braille, for which there is no form here');
  return formats.includes(LARGE_PRINT) ? 'LARGE_PRINT' : '';
}

function statusOf(patient: JsonObject): string {
  if (patient['deceasedBoolean'] === true || textIn(patient['deceasedDateTime']) !== '') return 'DECEASED';
  return patient['active'] === false ? 'INACTIVE' : '';
}
