import { IMPORTED_WORDS, isImported } from '#domain/consents/consent-origin.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import type { CodeSystem } from '#domain/library/procedure-codes.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, Side } from '#domain/base/states.ts';
import { DOCUMENT_WORDS } from '#domain/documents/document-words.ts';
import { isOfConsentType, type FiledKind } from '#domain/documents/records-status.ts';
import type { CodeableConcept, Coding, FhirConsent, FhirQuestionnaireResponse, FhirServiceRequest, Identifier } from './r4.ts';

const SNOMED = 'http://snomed.info/sct';
const LOINC = 'http://loinc.org';

/** A concept of one code. */
export function concept(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }] };
}

/** The systems of a procedure's codes. HL7 names none for OPCS-4: this is the one that NHS systems send [choice]. */
export const PROCEDURE_SYSTEMS: Readonly<Record<CodeSystem, string>> = {
  SNOMED_CT: SNOMED,
  OPCS_4: 'https://fhir.nhs.uk/Id/opcs-4',
};

/** The side of the body (interop.md section 3); a side that does not apply has no code. */
export const SIDE_CODES: Readonly<Record<Exclude<Side, 'NOT_APPLICABLE'>, Coding>> = {
  LEFT: { system: SNOMED, code: '7771000', display: 'Left' },
  RIGHT: { system: SNOMED, code: '24028007', display: 'Right' },
  BOTH: { system: SNOMED, code: '51440002', display: 'Right and left' },
};

/** R4 models consent to the use of data alone; a consent to treatment has this scope and this category. */
export const TREATMENT_SCOPE = concept('http://terminology.hl7.org/CodeSystem/consentscope', 'treatment', 'Treatment');
export const CONSENT_CATEGORY = concept(LOINC, '59284-0', 'Consent Document');
const CONSENT_DOCUMENT = concept(LOINC, '64293-4', 'Procedure consent');

const COPY_TYPES: Readonly<Partial<Record<CaseStatus, string>>> = {
  WITHDRAWN: 'Withdrawn: viewing copy',
  SUPERSEDED: 'Replaced: viewing copy',
  VOIDED: 'Recorded in error: viewing copy',
};

/**
 * The type and the category of a document. The codes of a consent are those of the form and its addenda alone: somebody who sorts by them
 * finds no refusal, no withdrawn form and no scan among the consents.
 */
export function documentType(kind: FiledKind, status: CaseStatus): { type: CodeableConcept; category: CodeableConcept[] } {
  if (isOfConsentType(kind)) return { type: CONSENT_DOCUMENT, category: [CONSENT_CATEGORY] };
  if (kind === 'REFUSAL') return { type: { text: DOCUMENT_WORDS.REFUSAL.title }, category: [{ text: 'Refusal' }] };
  if (kind === 'SCAN_CHECKED') return { type: { text: DOCUMENT_WORDS.SCAN_CHECKED.title }, category: [{ text: 'Scan' }] };
  const text = (kind === 'VIEW' ? COPY_TYPES[status] : undefined) ?? DOCUMENT_WORDS[kind].title;
  return { type: { text }, category: [{ text: 'Viewing copy' }] };
}

/** The system of the ids of our documents, after the origin of the installation. */
const DOCUMENT_ID_PATH = '/id/document';

/** The identifier of a document. Never its fullUrl: a receiver that gives entries other addresses writes those into values too. */
export function documentIdentifier(id: string, origin: string): Identifier {
  return { system: `${origin}${DOCUMENT_ID_PATH}`, value: id };
}

/** The identifier of a doctor on the register of the General Medical Council; none for a number of another register. */
export function gmcIdentifier(registrationNumber: string): Identifier[] {
  return /^\d{7}$/.test(registrationNumber)
    ? [{ system: 'https://fhir.hl7.org.uk/Id/gmc-number', value: registrationNumber }]
    : [];
}

/** The organisation as the keeper of what a Provenance is about. */
export const CUSTODIAN = concept('http://terminology.hl7.org/CodeSystem/provenance-participant-type', 'custodian', 'Custodian');

/** How the system of our tags ends, after the origin of the installation [choice]. */
const TAG_PATH = '/id/tag';

/**
 * The tag of an imported version: each of its resources has it, as nothing else distinguishes them from those of a form signed in
 * this product.
 *
 * @param origin - of this installation, without a trailing slash
 */
export function importedTag(row: { readonly origin: object | null }, origin: string): Pick<FhirConsent, 'meta'> {
  if (!isImported(row)) return {};
  return { meta: { tag: [{ system: `${origin}${TAG_PATH}`, code: 'imported', display: IMPORTED_WORDS }] } };
}

const SIGNATURES = 'urn:iso-astm:E1762-95:2013';

/** The purpose of a role's signature, of ASTM E1762: consent, author, witness, review and their like. */
export function signatureType(role: SignerRole): Coding {
  return { system: SIGNATURES, code: `1.2.840.10065.1.12.1.${ROLE_RULES[role].fhirCode}` };
}

type Statuses = {
  readonly request: FhirServiceRequest['status'];
  readonly response: FhirQuestionnaireResponse['status'];
};
const DRAFT: Statuses = { request: 'draft', response: 'in-progress' };
const OUT: Statuses = { request: 'active', response: 'completed' };
const ENDED: Statuses = { request: 'revoked', response: 'completed' };

/** The status of a version's requests and answers; that of its consent and its documents says `filingStatus`. */
const STATUSES: Readonly<Record<CaseStatus, Statuses>> = {
  DRAFT,
  UNDER_REVIEW: DRAFT,
  READY: DRAFT,
  SENT: OUT,
  PARTIALLY_SIGNED: OUT,
  SIGNED: { request: 'active', response: 'completed' },
  DECLINED: ENDED,
  WITHDRAWN: ENDED,
  SUPERSEDED: ENDED,
  EXPIRED: ENDED,
  VOIDED: { request: 'entered-in-error', response: 'entered-in-error' },
};

/** The status of each request and of the answers of a version, which the end of its case may change. */
export function statusesOf({ status, ended }: { readonly status: CaseStatus; readonly ended: CaseEnded | null }): Statuses {
  const statuses = STATUSES[status];
  return ended === null || statuses.request !== 'active' ? statuses : { ...statuses, request: requestAfter(status, ended) };
}

/** The status of a request once its case has ended. That a consent was taken back after it leaves open whether it was done. */
function requestAfter(status: CaseStatus, { kind, takenBackAt }: CaseEnded): Statuses['request'] {
  if (kind === 'CLOSED' || status !== 'SIGNED') return 'revoked';
  return takenBackAt === undefined ? 'completed' : 'unknown';
}
