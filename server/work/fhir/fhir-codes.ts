import { IMPORTED_WORDS, isImported } from '#domain/consents/consent-origin.ts';
import type { CodeSystem } from '#domain/library/procedure-codes.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, Side } from '#domain/base/states.ts';
import type {
  CodeableConcept,
  Coding,
  FhirConsent,
  FhirDocumentReference,
  FhirQuestionnaireResponse,
  FhirServiceRequest,
} from './r4.ts';

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
export const DOCUMENT_TYPE = concept(LOINC, '64293-4', 'Procedure consent');

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
  readonly consent: FhirConsent['status'];
  readonly request: FhirServiceRequest['status'];
  readonly response: FhirQuestionnaireResponse['status'];
};
const DRAFT: Statuses = { consent: 'draft', request: 'draft', response: 'in-progress' };
const OUT: Statuses = { consent: 'proposed', request: 'active', response: 'completed' };
const ENDED: Statuses = { consent: 'inactive', request: 'revoked', response: 'completed' };

/** The status of each resource of a version; a signed one that has lapsed is told apart by {@link statusesOf}. */
const STATUSES: Readonly<Record<CaseStatus, Statuses>> = {
  DRAFT,
  UNDER_REVIEW: DRAFT,
  READY: DRAFT,
  SENT: OUT,
  PARTIALLY_SIGNED: OUT,
  SIGNED: { consent: 'active', request: 'active', response: 'completed' },
  DECLINED: { ...ENDED, consent: 'rejected' },
  WITHDRAWN: ENDED,
  SUPERSEDED: ENDED,
  EXPIRED: ENDED,
  VOIDED: { consent: 'entered-in-error', request: 'entered-in-error', response: 'entered-in-error' },
};

/** The statuses of a version's resources. @param isLapsed - signed so long ago that the patient is asked anew */
export function statusesOf(status: CaseStatus, isLapsed: boolean): Statuses {
  return isLapsed ? { ...STATUSES[status], consent: 'inactive' } : STATUSES[status];
}

/** The status of a sealed document: it stays as it is, whatever becomes of the consent, unless that was an error or was replaced. */
export function documentStatus(status: CaseStatus): FhirDocumentReference['status'] {
  if (status === 'VOIDED') return 'entered-in-error';
  return status === 'SUPERSEDED' ? 'superseded' : 'current';
}
