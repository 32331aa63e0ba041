import { PATIENT_IMPORT, type PatientImportField } from '#domain/imports/import-patient.ts';
import { IMPORT_NOUNS } from '#domain/imports/import-table.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { isPlainDate, localDate, shortDate } from '#domain/values/plain-date.ts';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { serverNow } from '#src/device/clock.ts';
import { paths } from '#src/paths.ts';
import { readPatientFile } from '#src/queries/imports.ts';
import { findServerDuplicates } from '#src/queries/patients.ts';
import { guardWork } from '../guard-work.ts';
import { createImport } from '../import-machine.ts';
import { ImportWizard } from '../ImportWizard.tsx';
import { faultyFields, textOf } from '../lines.ts';
import type { RowType } from '../row-type.ts';
import { comparePatients } from './compare-patients.ts';
import { DuplicateChoice } from './DuplicateChoice.tsx';
import { contactChanges, fieldOfPath, patientLineOf, PATIENT_RULES, rereadPatient, type PatientLine } from './patient-lines.ts';
import { writePatients } from './write-patients.ts';

/** Patients as rows of a file. */
export const PATIENTS: RowType<PatientImportField, PatientLine> = {
  ...PATIENT_RULES,
  words: {
    nouns: IMPORT_NOUNS.PATIENTS,
    hint: 'CSV, Excel workbook (.xlsx) or FHIR R4 Bundle (.json), up to 10 MB and 5,000 patients.',
    done: 'Each has its number beside the row.',
    back: { href: paths.patients.href, label: 'Patients' },
  },
  accept: '.csv,.tsv,.txt,.xlsx,.json,text/csv,application/json,application/fhir+json',
  fields: PATIENT_IMPORT,
  refreshes: ['patients'],
  read: async (file, options) => {
    const { data, columns, file: source, before } = await readPatientFile({ file, ...options });
    const lines = data.map((row) => patientLineOf(row, uuidV7(serverNow(), crypto.getRandomValues(new Uint8Array(10)))));
    return { source: { columns, file: source, before }, lines };
  },
  reread: (line, { notes, clock: { now, timeZone } }) => rereadPatient(line, { notes, today: localDate(now, timeZone) }),
  openFields: ({ errors }) => faultyFields(errors, PATIENT_IMPORT),
  // Two records of one person share these.
  comparedFields: ['lastName', 'dateOfBirth', 'nhsNumber', 'hospitalNumber'],
  compare: ({ lines }, rows) => comparePatients(lines, rows, findServerDuplicates),
  choose: (lines, row, isChosen) => lines.map((line) => (line.row === row ? { ...line, isChosen } : line)),
  write: writePatients,
  otherAct: (lines) => (contactChanges(lines).length > 0 ? 'Save the new contact details' : null),
  refusedAt: (path, sent) => {
    const [list, at, ...field] = path.split('.');
    const row = sent[Number(at)]?.row;
    return list === 'patients' && row !== undefined ? { row, field: fieldOfPath(field.join('.')) } : null;
  },
  nameOf,
  cells: [
    { heading: 'Patient', width: 'minmax(0, 1fr)', show: (line) => <strong>{nameOf(line)}</strong> },
    { heading: 'Born', width: '6rem', isNamed: true, show: (line) => bornWords(line) },
    { heading: 'NHS number', width: '7.25rem', isNamed: true, show: (line) => nhsWords(line) },
  ],
  Question: DuplicateChoice,
};

const patients = guardWork(createImport(PATIENTS));

/** Patients from a file: it is read and compared first, and nothing is written before the person presses Import. */
export function ImportPatients() {
  return <ImportWizard of={patients} />;
}

function nameOf(line: PatientLine): string {
  const [lastName, firstName] = [textOf(line, 'lastName'), textOf(line, 'firstName')];
  return lastName === '' ? firstName || 'No name' : formalName({ lastName, firstName });
}

function bornWords({ value }: PatientLine): string {
  const born = textIn(value['dateOfBirth']);
  return isPlainDate(born) ? shortDate(born) : born || 'none';
}

function nhsWords({ value }: PatientLine): string {
  const nhs = textIn(value['nhsNumber']);
  if (nhs === '') return 'none';
  return /^\d{10}$/.test(nhs) ? spacedNhsNumber(nhs) : nhs;
}

function textIn(value: PatientLine['value'][string] | undefined): string {
  return typeof value === 'string' ? value : '';
}
