import { AdditionalChoice, ClinicianStatement, ConsentProcedure, Interpreter } from '#domain/consent.ts';
import { Recipient } from '#domain/recipients.ts';
import { Strokes } from '#domain/signature.ts';
import {
  CASE_STATUSES,
  CONFIRM_STATES,
  FORM_TYPES,
  SEAL_STATES,
  SIGN_METHODS,
  SIGNER_ROLES,
  VISIBILITY_TYPES,
} from '#domain/states.ts';
import { TemplateNode } from '#domain/template.ts';
import { TimelineEvent } from '#domain/timeline.ts';
import { Uuid } from '#domain/text.ts';
import * as v from 'valibot';
import { StaffParts } from './staff-parts.ts';

/** A question of the patient, and its answer. */
export const Question = v.object({
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
export type Question = v.InferOutput<typeof Question>;

/** A signature as staff see it: statement, method and times; `receivedAt` is the server's time. */
export const Signature = v.object({
  role: v.picklist(SIGNER_ROLES),
  /** the signer's place; absent in copies of a build before */
  signing_order: v.optional(v.number()),
  name: v.string(),
  method: v.picklist(SIGN_METHODS),
  strokes: v.nullable(Strokes),
  typedName: v.nullable(v.string()),
  statement: v.string(),
  capturedAt: v.string(),
  /** the server's clock minus the tablet's at the signature, ms; absent where the tablet did not say */
  clockOffset: v.optional(v.number()),
  receivedAt: v.string(),
  witness: v.nullable(v.object({ name: v.string(), role: v.string() })),
});
export type Signature = v.InferOutput<typeof Signature>;

/** A witness behind the signers; `attests`: place of the signer whose mark or spoken agreement they saw or heard. */
export const AddedSigner = v.object({ ...Recipient.entries, attests: v.number() });

/** One version of the form with all its parts. `content` are the template's nodes, pinned at send. */
const ConsentParts = v.object({
  consentID: Uuid,
  recordID: Uuid,
  patientID: Uuid,
  previousConsentId: v.nullable(Uuid),
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
  patientComments: v.string(),
  interpreterComments: v.string(),
  parentComments: v.string(),
  /** at a ticket the signer's own, and the open ones of others without their words */
  questions: v.array(Question),
  recipients: v.array(Recipient),
  /** Witnesses who sign for themselves; absent in copies of a build before. */
  addedSigners: v.optional(v.array(AddedSigner)),
  signatures: v.array(Signature),
  activeTab: v.number(),
  status: v.picklist(CASE_STATUSES),
  sealState: v.picklist(SEAL_STATES),
  confirmState: v.picklist(CONFIRM_STATES),
  contentDigest: v.nullable(v.string()),
  /** The sentence that each role signs under, once sent. */
  statements: v.record(v.string(), v.string()),
  verifyCode: v.nullable(v.string()),
  bitpaper: v.nullable(v.string()),
  bitpaperPDFURL: v.nullable(v.string()),
  preSignedDocumentUrl: v.nullable(v.string()),
  Timeline: v.array(TimelineEvent),
  visibilityType: v.picklist(VISIBILITY_TYPES),
  /** The faults that keep a draft from being sent; empty otherwise. */
  missing: v.array(v.object({ path: v.string(), message: v.string(), step: v.string() })),
  clinician: v.object({ _id: Uuid, name: v.string() }),
  /** The clinician of the case who operates, where somebody was named; null or absent for the one who signed. */
  operator: v.optional(v.nullable(v.object({ _id: Uuid, name: v.string() }))),
  createdAt: v.string(),
  updatedAt: v.string(),
  sentAt: v.nullable(v.string()),
  signedAt: v.nullable(v.string()),
});
type Parts = typeof ConsentParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface ConsentSchema extends Parts {}
export const Consent: ConsentSchema = ConsentParts;
export type Consent = v.InferOutput<ConsentSchema>;
