import type { ImportTable } from '#domain/imports/import-table.ts';
import type { PatientImportField } from '#domain/imports/import-patient.ts';
import { IMPORT_COLUMNS_MOST } from '#domain/imports/import-refusals.ts';
import type { FhirReader } from './fhir-identity.ts';
import { readFhirPatient, type FhirPatientTexts } from './fhir-patient.ts';
import { partWords } from './bundle-part.ts';
import { depthOfJson, objectIn, objectsIn, textIn } from './json-values.ts';
import { RefusedImport } from './refused-import.ts';
import { LimitedRows } from './table-limits.ts';

const BUNDLE_DEPTH_MOST = 20;
const BUNDLES = new Set(['collection', 'searchset', 'batch', 'transaction']);

/** The elements of a Patient by the fields that they are read as, in the order of the columns. */
const ELEMENTS: readonly (readonly [heading: string, field: PatientImportField])[] = [
  ['name.family', 'lastName'],
  ['name.given', 'firstName'],
  ['birthDate', 'dateOfBirth'],
  ['identifier (NHS number)', 'nhsNumber'],
  ['identifier (MR)', 'hospitalNumber'],
  ['gender', 'sex'],
  ['telecom (phone)', 'phoneNumber'],
  ['telecom (email)', 'emailAddress'],
  ['address', 'address'],
  ['meta.security', 'restricted'],
  ['communication.language', 'language'],
  ['interpreterRequired', 'interpreterNeeded'],
  ['ContactPreference', 'format'],
  ['ContactPreference (method)', 'preferred'],
  ['active, deceased', 'status'],
];

/**
 * Reads the Patients of a Bundle of FHIR R4 as a table. Resources of other types, and elements that have no field here, are its
 * columns without one. `part`: the sentence of a Bundle that says that it is not all.
 *
 * @throws RefusedImport
 */
export function readFhir(text: string, reader: FhirReader): ImportTable & { readonly part?: string } {
  if (depthOfJson(text) > BUNDLE_DEPTH_MOST) throw new RefusedImport('DEPTH');
  const bundle = objectIn(parse(text));
  if (bundle['resourceType'] !== 'Bundle' || !BUNDLES.has(textIn(bundle['type']))) throw new RefusedImport('NOT_A_BUNDLE');
  const part = partWords(bundle);
  const found: { row: number; patient: FhirPatientTexts }[] = [];
  const ignored = new Set<string>();
  for (const [at, entry] of objectsIn(bundle['entry']).entries()) {
    const resource = objectIn(entry['resource']);
    const type = textIn(resource['resourceType']);
    if (type === 'Patient') found.push({ row: at + 1, patient: readFhirPatient(resource, reader) });
    else if (type !== '') ignored.add(type.slice(0, 60));
  }
  for (const { patient } of found) for (const element of patient.ignored) ignored.add(element.slice(0, 60));
  return { ...tableOf(found, [...ignored]), ...(part === undefined ? {} : { part }) };
}

function tableOf(found: readonly { row: number; patient: FhirPatientTexts }[], ignored: readonly string[]): ImportTable {
  const used = ELEMENTS.filter(([, field]) => found.some(({ patient }) => (patient.texts[field] ?? '') !== ''));
  const others = ignored.slice(0, IMPORT_COLUMNS_MOST - used.length);
  const headings = [...used.map(([heading]) => heading), ...others];
  const limited = new LimitedRows();
  for (const { row, patient } of found) {
    const cells = used.map(([, field]) => patient.texts[field] ?? '');
    limited.add(row, cells, { warnings: patient.warnings, leftOut: patient.leftOut });
  }
  return { headings, rows: limited.records(), fields: [...used.map(([, field]) => field), ...others.map(() => null)] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedImport('DAMAGED');
  }
}
