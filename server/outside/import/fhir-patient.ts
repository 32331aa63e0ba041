import type { RowNote } from '#domain/imports/import-table.ts';
import { preferredElsewhere } from '#domain/imports/import-wishes.ts';
import type { PatientImportField } from '#domain/imports/import-patient.ts';
import {
  ASKED_DECLINED,
  BRAILLE_CODE,
  CONFIDENTIALITY_SYSTEM,
  CONTACT_METHOD,
  CONTACT_METHOD_CODES,
  CONTACT_METHOD_SYSTEM,
  DATA_ABSENT_REASON,
  FORMAT_TEXTS,
  INTERPRETER_REQUIRED,
  LARGE_PRINT_CODE,
  UK_CORE_EXTENSION,
  WRITTEN_FORMAT,
} from '#domain/exports/fhir-systems.ts';
import { contactInUse } from './fhir-contact.ts';
import { codesIn, extensionsOf } from './fhir-elements.ts';
import { nameInUse, numbersInUse, type FhirReader, type RowNotes } from './fhir-identity.ts';
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
  /** values that were not read because something better was */
  readonly leftOut: readonly RowNote[];
  /** elements that are not read */
  readonly ignored: readonly string[];
};

/** Reads a Patient, of UK Core or plain R4, as it is today. Of repeated elements one is read, by its period, rank and use. */
export function readFhirPatient(patient: JsonObject, reader: FhirReader): FhirPatientTexts {
  const notes: RowNotes = { warnings: [], leftOut: [] };
  const warn: Warn = (path, message) => void notes.warnings.push({ path, message });
  const texts = {
    ...nameInUse(patient, reader, notes),
    dateOfBirth: textIn(patient['birthDate']),
    ...numbersInUse(patient, reader, notes),
    sex: sexOf(patient, warn),
    ...contactInUse(patient, reader, notes),
    restricted: isRestricted(patient) ? 'yes' : '',
    ...communicationOf(patient, warn),
    status: statusOf(patient),
  };
  if (objectsIn(patient['link']).some(({ type }) => type === 'replaced-by'))
    warn('status', 'In the system that the file comes from this record was merged into another one');
  return { texts, ...notes, ignored: Object.keys(patient).filter((element) => !READ.has(element)) };
}

type Warn = (path: string, message: string) => void;

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
    preferred: preferredOf(patient, warn),
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

/** The way by which somebody prefers to hear, as far as messages go by it; any other is named. */
function preferredOf(patient: JsonObject, warn: Warn): string {
  const methods = extensionsOf(patient, `${UK_CORE_EXTENSION}ContactPreference`)
    .flatMap((each) => extensionsOf(each, CONTACT_METHOD))
    .map((each) => objectIn(each['valueCodeableConcept']));
  const known = methods
    .flatMap((each) => codesIn(each, CONTACT_METHOD_SYSTEM))
    .flatMap((code) => CONTACT_METHOD_CODES.get(code) ?? []);
  const [first] = known;
  if (first !== undefined) return first;
  const [other] = methods;
  if (other === undefined) return '';
  const [coding = {}] = objectsIn(other['coding']);
  const words = [other['text'], coding['display'], coding['code']].map(textIn).find((each) => each !== '');
  warn('communication.preferred', preferredElsewhere(words ?? 'something'));
  return '';
}

function statusOf(patient: JsonObject): string {
  if (patient['deceasedBoolean'] === true || textIn(patient['deceasedDateTime']) !== '') return 'DECEASED';
  return patient['active'] === false ? 'INACTIVE' : '';
}
