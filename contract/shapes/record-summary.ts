import { CaseEnded } from '#domain/cases/case-end.ts';
import { TakenNeed } from '#domain/cases/taken-need.ts';
import { ConsentOrigin } from '#domain/consents/consent-origin.ts';
import { LIST_TYPES } from '#domain/theatre/listed.ts';
import { LIGHTS } from '#domain/theatre/theatre-light.ts';
import { SameDayConsent } from '#domain/theatre/same-day.ts';
import { ShownPatient } from '#domain/patients/shown-patient.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { CASE_STATUSES, CONFIRM_STATES, SEAL_STATES, VOID_KINDS } from '#domain/base/states.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { Referral } from './referral-shapes.ts';

// The rows of lists. Apart from the complete version, as the patient's page reads no lists.

/** The number by which people name a case, `C-000417`; null on a tablet until the server has given it, absent in answers of a build before. */
const CaseNumber = v.optional(v.nullable(v.string()));

/** A patient as a line of a list names them. */
export const PatientOfRow = v.object({
  id: Uuid,
  recordID: v.nullable(v.string()),
  ...ShownPatient.entries,
  status: v.string(),
  /** whether the contact details are protected; absent where a tablet does not know */
  restricted: v.optional(v.boolean()),
});

/** The record that a case was opened for, where it is merged into the patient's since. */
export const MergedFrom = v.object({
  id: Uuid,
  recordID: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  /** ISO */
  mergedAt: v.string(),
});
export type MergedFrom = v.InferOutput<typeof MergedFrom>;

/** One row of a list of consents. */
export const ConsentSummary = v.object({
  consentID: Uuid,
  recordID: Uuid,
  caseNumber: CaseNumber,
  versionNumber: v.number(),
  formType: v.picklist(FORM_TYPES),
  status: v.picklist(CASE_STATUSES),
  sealState: v.picklist(SEAL_STATES),
  confirmState: v.picklist(CONFIRM_STATES),
  /** as in the version */
  voidKind: v.optional(v.nullable(v.picklist(VOID_KINDS))),
  origin: v.optional(v.nullable(v.pick(ConsentOrigin, ['kind']))),
  /** the end of its case; null for one that goes on, absent in answers of a build before */
  ended: v.optional(v.nullable(CaseEnded)),
  procedures: v.array(v.object({ procedureName: v.string(), side: v.nullable(v.string()), site: v.string() })),
  activeTab: v.number(),
  /** the record in use */
  patient: PatientOfRow,
  mergedFrom: v.optional(v.nullable(MergedFrom)),
  clinician: v.object({ _id: Uuid, name: v.string() }),
  waitingFor: v.array(v.picklist(SIGNER_ROLES)),
  bitpaperPDFURL: v.nullable(v.string()),
  preSignedDocumentUrl: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type ConsentSummary = v.InferOutput<typeof ConsentSummary>;

/** Where a case is listed for surgery; `date` is a plain date. */
export const ListedAt = v.object({ date: v.string(), theatre: v.nullable(v.string()), listType: v.picklist(LIST_TYPES) });
export type ListedAt = v.InferOutput<typeof ListedAt>;

/**
 * The listing of a case for surgery, with the light of its consent; `listed` null where it is on no list. `sameDay` holds the consents in
 * force of the patient for that day, this one too, where there are several. `version` is that of the
 * case: it increases with the forms as well.
 */
export const ListedCase = v.object({
  recordID: Uuid,
  caseNumber: CaseNumber,
  patientID: Uuid,
  /** the newest version, and the one in force */
  currentConsentID: v.nullable(Uuid),
  inForceConsentID: v.nullable(Uuid),
  listed: v.nullable(ListedAt),
  /** author and time of the last change; null where nobody ever listed the case */
  listedBy: v.nullable(v.string()),
  listedAt: v.nullable(v.string()),
  /** the named operator; null or absent: the clinician who signed. The name is empty where it is not known. */
  clinicianID: v.optional(v.nullable(Uuid)),
  operatorName: v.optional(v.string()),
  light: v.picklist(LIGHTS),
  reason: v.string(),
  /** null for a case that goes on; absent in answers of a build before */
  ended: v.optional(v.nullable(CaseEnded)),
  sameDay: v.optional(v.array(SameDayConsent)),
  /** the people who see to its needs; absent where nobody does */
  taken: v.optional(v.array(TakenNeed)),
  version: v.number(),
});
export type ListedCase = v.InferOutput<typeof ListedCase>;

/** One case as a list shows it: its newest version, and the version in force. */
export const RecordSummary = v.object({
  recordID: Uuid,
  caseNumber: CaseNumber,
  status: v.picklist(CASE_STATUSES),
  currentConsentID: v.nullable(Uuid),
  inForceConsentID: v.nullable(Uuid),
  version: v.number(),
  versions: v.number(),
  current: v.nullable(ConsentSummary),
  /** the end of the case, beside its status; null for one that goes on, absent where that is not known */
  ended: v.optional(v.nullable(CaseEnded)),
  /** null where it is on no list; absent where that is not known */
  listed: v.optional(v.nullable(ListedAt)),
  /** with its details: the consents in force of the patient for the same day, this one too; absent without another, and in lists */
  sameDay: v.optional(v.array(SameDayConsent)),
  /** the named operator; null or absent: the clinician who signed */
  operator: v.optional(v.nullable(v.object({ _id: Uuid, name: v.string() }))),
  /** null for a case that nobody referred; absent where that is not known */
  referral: v.optional(v.nullable(Referral)),
  patient: PatientOfRow,
  mergedFrom: v.optional(v.nullable(MergedFrom)),
  clinician: v.object({ _id: Uuid, name: v.string() }),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type RecordSummary = v.InferOutput<typeof RecordSummary>;
