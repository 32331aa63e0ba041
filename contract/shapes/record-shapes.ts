import { AdditionalChoice, ClinicianStatement, ConsentProcedure, Interpreter } from '#domain/consents/consent.ts';
import { OwnWords } from '#domain/consents/own-words.ts';
import { Recipient } from '#domain/consents/recipients.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { CASE_STATUSES, SEAL_STATES } from '#domain/base/states.ts';
import { TemplateNode } from '#domain/templates/template.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { StaffParts } from './staff-parts.ts';

/** A question of the patient, and its answer. */
export const PatientQuestion = v.object({
  id: Uuid,
  /** empty at a ticket for somebody else's question */
  text: v.string(),
  askedBy: v.string(),
  /** the asker's role and place; null or absent for a question from before both were stored */
  role: v.optional(v.nullable(v.picklist(SIGNER_ROLES))),
  signing_order: v.optional(v.nullable(v.number())),
  askedAt: v.string(),
  answer: v.nullable(v.string()),
  answeredBy: v.nullable(v.string()),
});
export type PatientQuestion = v.InferOutput<typeof PatientQuestion>;

/** A witness behind the signers; `attests`: place of the signer whose mark or spoken agreement they saw or heard. */
export const AddedSigner = v.object({ ...Recipient.entries, attests: v.number() });

/** One version of the form with all its parts. `content` are the template's nodes, pinned at send. */
const ConsentParts = v.object({
  consentID: Uuid,
  recordID: Uuid,
  patientID: Uuid,
  versionNumber: v.number(),
  version: v.number(),
  formType: v.picklist(FORM_TYPES),
  clinicianStatement: v.nullable(ClinicianStatement),
  procedures: v.array(ConsentProcedure),
  oldProcedures: v.array(ConsentProcedure),
  templateID: v.nullable(Uuid),
  templateVersion: v.nullable(v.number()),
  content: v.array(TemplateNode),
  mattersToMe: v.string(),
  additionalChoices: v.array(AdditionalChoice),
  refusals: v.array(v.string()),
  interpreter: v.nullable(Interpreter),
  interpreterNeeded: v.nullable(v.boolean()),
  interpreterNoneReason: v.string(),
  ...StaffParts,
  /** All that people said about this version, each with its speaker; absent in copies of a build before. */
  ownWords: v.optional(v.array(OwnWords)),
  /** The comments of groups of signers, for tablets of a build before. */
  patientComments: v.string(),
  interpreterComments: v.string(),
  parentComments: v.string(),
  /** at a ticket the signer's own, and the open ones of others without their words */
  questions: v.array(PatientQuestion),
  recipients: v.array(Recipient),
  /** Witnesses who sign for themselves; absent in copies of a build before. */
  addedSigners: v.optional(v.array(AddedSigner)),
  /** The organisation's name when the form was sent; null for a draft, absent in copies of a build before. */
  organisationName: v.optional(v.nullable(v.string())),
  status: v.picklist(CASE_STATUSES),
  sealState: v.picklist(SEAL_STATES),
  contentDigest: v.nullable(v.string()),
  /** The sentence that each role signs under, once sent. */
  statements: v.record(v.string(), v.string()),
  clinician: v.object({ _id: Uuid, name: v.string() }),
  updatedAt: v.string(),
  signedAt: v.nullable(v.string()),
});
type Parts = typeof ConsentParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface ConsentSchema extends Parts {}
export const Consent: ConsentSchema = ConsentParts;
export type Consent = v.InferOutput<ConsentSchema>;
