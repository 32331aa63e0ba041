import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { EMPTY_CONTENT } from '#domain/consents/consent-fields.ts';
import { EMPTY_PATIENT, type Patient } from '#domain/patients/patient.ts';

/** The fields with which a screen creates a patient. */
export const demoPatientDraft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' } as const;

/** The same patient with a field that edits of a test change. */
export const demoPatientDraftWithPhone = { ...demoPatientDraft, phoneNumber: '01632 960001' } as const;

/** A patient as a server sends it. */
export function demoPatient(change: Partial<Patient> & Pick<Patient, 'id'>): Patient {
  return {
    ...EMPTY_PATIENT,
    ...demoPatientDraft,
    recordID: 'P-000001',
    organisationID: '0190f3a0-0000-7000-8000-0000000000aa',
    status: 'ACTIVE',
    mergedInto: null,
    version: 1,
    createdAt: '2026-08-06T14:05:00.000Z',
    updatedAt: '2026-08-06T14:05:00.000Z',
    ...change,
  };
}

/** A procedure of a form: one without side, benefits or risks. */
export function demoProcedure(change: Partial<ConsentProcedure> & Pick<ConsentProcedure, 'procedureID'>): ConsentProcedure {
  return {
    libraryVersion: 1,
    procedureName: 'Demo procedure',
    procedureDescription: '',
    procedureAcronym: '',
    sideRequired: false,
    side: null,
    site: '',
    benefits: [],
    risks: [],
    removedRisks: [],
    alternatives: ['No treatment'],
    personalRisks: [],
    anaesthetic: [],
    ...change,
  };
}

/** One version as a server sends it. */
export function demoConsent(change: Partial<Consent> & Pick<Consent, 'consentID' | 'recordID' | 'patientID'>): Consent {
  return {
    ...EMPTY_CONTENT,
    previousConsentId: null,
    versionNumber: 1,
    version: 1,
    formType: 'FORM_1',
    oldProcedures: [],
    templateVersion: null,
    content: [],
    patientComments: '',
    interpreterComments: '',
    parentComments: '',
    questions: [],
    recipients: [],
    signatures: [],
    activeTab: 0,
    status: 'DRAFT',
    sealState: 'NONE',
    confirmState: 'NOT_REQUIRED',
    contentDigest: null,
    statements: {},
    verifyCode: null,
    bitpaper: null,
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    Timeline: [],
    visibilityType: 'edit',
    missing: [],
    clinician: { _id: '0190f3a0-0000-7000-8000-000000000001', name: 'Demo Clinician' },
    createdAt: '2026-08-06T14:05:00.000Z',
    updatedAt: '2026-08-06T14:05:00.000Z',
    sentAt: null,
    signedAt: null,
    ...change,
  };
}

/** A clinician as the server sends them to themselves. */
export const demoUser: User = {
  _id: '0190f3a0-0000-7000-8000-000000000001',
  firstName: 'Demo',
  lastName: 'Clinician',
  email: 'clinician@demo.nhs.uk',
  phoneNumber: null,
  grade: null,
  speciality: null,
  specialityID: null,
  consultantCode: null,
  accountType: 'CLINICIAN',
  requestedRole: null,
  roleID: null,
  role: null,
  appRole: 'CLINICIAN',
  permissions: ['patients.read', 'patients.write', 'consents.read'],
  organisation: [],
  subscriptions: [],
  hasTabletPin: false,
  TwoFAEnabled: true,
  profileAvailable: true,
  policyAccepted: true,
  personalProcedures: [],
  status: 'ACTIVE',
  expiryDate: null,
  createdAt: '2026-08-06T14:05:00.000Z',
};
