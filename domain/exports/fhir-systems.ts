import { READING_FORMATS } from '#domain/patients/communication.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';

/** The addresses that the import and the export of FHIR R4 share (interop.md sections 1 and 3). */
export const NHS_NUMBER_SYSTEM = 'https://fhir.nhs.uk/Id/nhs-number';
export const CONFIDENTIALITY_SYSTEM = 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality';
export const IDENTIFIER_TYPE_SYSTEM = 'http://terminology.hl7.org/CodeSystem/v2-0203';
/** How the system of our hospital numbers ends, after the origin of the installation. */
export const HOSPITAL_NUMBER_PATH = '/id/hospital-number';

/** The extensions of UK Core by their last words. */
export const UK_CORE_EXTENSION = 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-';
/** The code systems of UK Core by their last words. */
export const UK_CORE_CODES = 'https://fhir.hl7.org.uk/CodeSystem/UKCore-';
export const INTERPRETER_REQUIRED = 'http://hl7.org/fhir/StructureDefinition/patient-interpreterRequired';
export const DATA_ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** The member of UK Core's ContactPreference that names a format of letters. */
export const WRITTEN_FORMAT = 'PreferredWrittenCommunicationFormat';
/** Codes of {@link WRITTEN_FORMAT}. */
export const LARGE_PRINT_CODE = '11';
export const BRAILLE_CODE = '12';
/** Formats that UK Core has no code for, as texts. */
export const FORMAT_TEXTS = { EASY_READ: READING_FORMATS.EASY_READ, READ_ALOUD: READING_FORMATS.READ_ALOUD } as const;
/** The member of UK Core's ContactPreference that names a way of contact, and its code system. */
export const CONTACT_METHOD = 'PreferredContactMethod';
export const CONTACT_METHOD_SYSTEM = `${UK_CORE_CODES}${CONTACT_METHOD}`;
/** The codes of {@link CONTACT_METHOD} by which messages go; the others are visits and calls. */
export const CONTACT_METHOD_CODES: ReadonlyMap<string, MessageChannel> = new Map([
  ['1', 'LETTER'],
  ['4', 'EMAIL'],
  ['9', 'SMS'],
]);
/** The reason beside an unknown gender for somebody who was asked and did not say. */
export const ASKED_DECLINED = 'asked-declined';
