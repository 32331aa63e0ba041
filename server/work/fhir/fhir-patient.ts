import type { Patient } from '#domain/patients/patient.ts';
import {
  ASKED_DECLINED,
  CONFIDENTIALITY_SYSTEM,
  DATA_ABSENT_REASON,
  FORMAT_TEXTS,
  HOSPITAL_NUMBER_PATH,
  IDENTIFIER_TYPE_SYSTEM,
  INTERPRETER_REQUIRED,
  LARGE_PRINT_CODE,
  NHS_NUMBER_SYSTEM,
  UK_CORE_CODES,
  UK_CORE_EXTENSION,
  WRITTEN_FORMAT,
} from '#domain/exports/fhir-systems.ts';
import { concept } from './fhir-codes.ts';
import { referenceTo } from './fhir-ids.ts';
import type { CodeableConcept, Extension, FhirPatient, Identifier } from './r4.ts';

const PROFILE = 'https://fhir.hl7.org.uk/StructureDefinition/UKCore-Patient';
const GENDERS = { FEMALE: 'female', MALE: 'male', INTERSEX: 'other', NOT_STATED: 'unknown' } as const;
/** Every number was typed or imported here: none was looked up in the national service. */
const NOT_TRACED = concept(`${UK_CORE_CODES}NHSNumberVerificationStatusEngland`, '02', 'Number present but not traced');

type PatientInput = {
  readonly patient: Patient;
  /** origin of this installation, without a trailing slash */
  readonly origin: string;
  /** of a merged patient: the id of the record in use where that is in the bundle, else null */
  readonly survivorId: string | null;
};

/** A patient as UK Core's Patient. Contact details of somebody protected are left out, whoever asks. */
export function fhirPatient({ patient, origin, survivorId }: PatientInput): FhirPatient {
  const { status, restricted } = patient;
  const identifier = identifiersOf(patient, origin);
  const extension = extensionsOf(patient);
  return {
    resourceType: 'Patient',
    id: patient.id,
    meta: {
      profile: [PROFILE],
      ...(restricted ? { security: [{ system: CONFIDENTIALITY_SYSTEM, code: 'R', display: 'restricted' }] } : {}),
    },
    ...(extension.length === 0 ? {} : { extension }),
    ...(identifier.length === 0 ? {} : { identifier }),
    active: status === 'ACTIVE' || status === 'DECEASED',
    name: [{ use: 'official', family: patient.lastName, ...(patient.firstName === '' ? {} : { given: [patient.firstName] }) }],
    ...(restricted ? {} : contactOf(patient)),
    gender: patient.sex === null ? 'unknown' : GENDERS[patient.sex],
    ...(patient.sex === 'NOT_STATED' ? { _gender: { extension: [{ url: DATA_ABSENT_REASON, valueCode: ASKED_DECLINED }] } } : {}),
    birthDate: patient.dateOfBirth,
    ...(status === 'DECEASED' ? { deceasedBoolean: true } : {}),
    communication: [
      { language: { coding: [{ system: 'urn:ietf:bcp:47', code: patient.communication.language }] }, preferred: true },
    ],
    ...(status === 'MERGED' ? { link: [{ other: survivorOf(survivorId), type: 'replaced-by' }] } : {}),
  };
}

function survivorOf(survivorId: string | null) {
  return survivorId === null ? { display: 'Another record of this organisation' } : referenceTo(survivorId);
}

function identifiersOf({ nhsNumber, hospitalNumber }: Patient, origin: string): Identifier[] {
  const verification: Extension = {
    url: `${UK_CORE_EXTENSION}NHSNumberVerificationStatus`,
    valueCodeableConcept: NOT_TRACED,
  };
  return [
    ...(nhsNumber === null ? [] : [{ extension: [verification], system: NHS_NUMBER_SYSTEM, value: nhsNumber }]),
    ...(hospitalNumber === null
      ? []
      : [
          {
            type: concept(IDENTIFIER_TYPE_SYSTEM, 'MR', 'Medical record number'),
            system: `${origin}${HOSPITAL_NUMBER_PATH}`,
            value: hospitalNumber,
          },
        ]),
  ];
}

function contactOf({ phoneNumber, emailAddress, address }: Patient): Pick<FhirPatient, 'telecom' | 'address'> {
  const telecom: FhirPatient['telecom'] = [
    ...(phoneNumber === null ? [] : [{ system: 'phone' as const, value: phoneNumber }]),
    ...(emailAddress === null ? [] : [{ system: 'email' as const, value: emailAddress }]),
  ];
  return { ...(telecom.length === 0 ? {} : { telecom }), ...(address === null ? {} : { address: [{ text: address }] }) };
}

// A need that nobody recorded is not told as none: the field starts with no.
function extensionsOf({ communication: { interpreterNeeded, format } }: Patient): Extension[] {
  const written = formatConcept(format);
  return [
    ...(interpreterNeeded ? [{ url: INTERPRETER_REQUIRED, valueBoolean: true }] : []),
    ...(written === undefined
      ? []
      : [
          {
            url: `${UK_CORE_EXTENSION}ContactPreference`,
            extension: [{ url: WRITTEN_FORMAT, valueCodeableConcept: written }],
          },
        ]),
  ];
}

function formatConcept(format: Patient['communication']['format']): CodeableConcept | undefined {
  if (format === 'STANDARD') return undefined;
  if (format === 'LARGE_PRINT') return concept(`${UK_CORE_CODES}${WRITTEN_FORMAT}`, LARGE_PRINT_CODE, 'Large Print');
  return { text: FORMAT_TEXTS[format] };
}
