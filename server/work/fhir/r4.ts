import type { FiledRelation, FiledDocumentStatus } from '#domain/documents/records-status.ts';

/**
 * The parts of FHIR R4 that a patient's record is written in: only the elements that the mapper fills, so that a misspelt one does not
 * compile. The checkers of tests/support/fhir hold the whole standard against them.
 *
 * @see https://hl7.org/fhir/R4/
 */
export type Coding = { system: string; code: string; display?: string };
export type CodeableConcept = { coding?: Coding[]; text?: string };
/** `tag` says how a resource came here. */
type Tagged = { meta?: { tag: Coding[] } };
/** `reference` is the fullUrl of another entry of the same bundle. */
export type Reference = { reference?: string; display?: string };
export type Period = { start?: string; end?: string };
export type Extension = {
  url: string;
  valueBoolean?: boolean;
  valueCode?: string;
  valueCodeableConcept?: CodeableConcept;
  extension?: Extension[];
};
export type Identifier = { extension?: Extension[]; type?: CodeableConcept; system: string; value: string };
export type HumanName = { use?: 'official'; text?: string; family?: string; given?: string[] };

export type FhirPatient = {
  resourceType: 'Patient';
  id: string;
  meta: { profile: string[]; security?: Coding[] };
  extension?: Extension[];
  identifier?: Identifier[];
  active: boolean;
  name: HumanName[];
  telecom?: { system: 'phone' | 'email'; value: string }[];
  gender: 'female' | 'male' | 'other' | 'unknown';
  _gender?: { extension: Extension[] };
  birthDate: string;
  deceasedBoolean?: true;
  address?: { text: string }[];
  communication: { language: CodeableConcept; preferred: true }[];
  link?: { other: Reference; type: 'replaced-by' }[];
};

export type FhirOrganization = { resourceType: 'Organization'; id: string; name: string };
export type FhirPractitioner = { resourceType: 'Practitioner'; id: string; identifier?: Identifier[]; name: HumanName[] };
export type FhirRelatedPerson = {
  resourceType: 'RelatedPerson';
  id: string;
  patient: Reference;
  relationship?: CodeableConcept[];
  name: HumanName[];
};

export type FhirServiceRequest = Tagged & {
  resourceType: 'ServiceRequest';
  id: string;
  status: 'draft' | 'active' | 'completed' | 'revoked' | 'unknown' | 'entered-in-error';
  intent: 'proposal';
  code: CodeableConcept;
  subject: Reference;
  authoredOn?: string;
  requester?: Reference;
  bodySite?: CodeableConcept[];
};

export type Provision = {
  type?: 'permit' | 'deny';
  period?: Period;
  code?: CodeableConcept[];
  data?: { meaning: 'instance'; reference: Reference }[];
  provision?: Provision[];
};
export type FhirConsent = Tagged & {
  resourceType: 'Consent';
  id: string;
  status: 'draft' | 'proposed' | 'active' | 'rejected' | 'inactive' | 'entered-in-error';
  scope: CodeableConcept;
  category: CodeableConcept[];
  patient: Reference;
  dateTime?: string;
  performer?: Reference[];
  organization: Reference[];
  sourceReference?: Reference;
  policyRule: CodeableConcept;
  verification?: { verified: true; verificationDate: string }[];
  provision?: Provision;
};

/** An answer has exactly one value. */
export type QuestionnaireAnswer =
  | { valueString: string }
  | { valueBoolean: boolean }
  | { valueInteger: number }
  | { valueDate: string }
  | { valueDateTime: string };
export type QuestionnaireItem = { linkId: string; text?: string; answer: QuestionnaireAnswer[] };
export type FhirQuestionnaireResponse = Tagged & {
  resourceType: 'QuestionnaireResponse';
  id: string;
  basedOn?: Reference[];
  status: 'in-progress' | 'completed' | 'entered-in-error';
  subject: Reference;
  authored: string;
  author?: Reference;
  source?: Reference;
  item?: QuestionnaireItem[];
};

export type FhirDocumentReference = {
  resourceType: 'DocumentReference';
  id: string;
  masterIdentifier: Identifier;
  identifier: Identifier[];
  status: FiledDocumentStatus;
  docStatus: 'final' | 'entered-in-error';
  type: CodeableConcept;
  category: CodeableConcept[];
  subject: Reference;
  date: string;
  author?: Reference[];
  custodian: Reference;
  relatesTo?: { code: FiledRelation['code']; target: Reference }[];
  /** of a form about another patient its type alone */
  content: {
    attachment: { contentType: 'application/pdf'; size?: number; title?: string; creation?: string; data?: string };
  }[];
  context?: { related: Reference[] };
};

export type FhirProvenance = {
  resourceType: 'Provenance';
  id: string;
  target: Reference[];
  recorded: string;
  agent: { type: CodeableConcept; who: Reference }[];
  signature: { type: Coding[]; when: string; who: Reference }[];
};

export type FhirResource =
  | FhirPatient
  | FhirOrganization
  | FhirPractitioner
  | FhirRelatedPerson
  | FhirServiceRequest
  | FhirConsent
  | FhirQuestionnaireResponse
  | FhirDocumentReference
  | FhirProvenance;

export type FhirBundle = {
  resourceType: 'Bundle';
  type: 'collection';
  timestamp: string;
  entry: { fullUrl: string; resource: FhirResource }[];
};
