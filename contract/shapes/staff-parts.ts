import { IdentityAcceptance } from '#domain/patients/identity-check.ts';
import { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { NameInLatin } from '#domain/forms/latin-names.ts';
import { LaterAnswers } from '#domain/consents/later-answers.ts';
import { Talk } from '#domain/consents/open-points.ts';
import { Capacity } from '#domain/capacity/capacity.ts';
import { CaseEnded } from '#domain/cases/case-end.ts';
import { Confirmation } from '#domain/cases/confirm-state.ts';
import { ConsentOrigin, ImportedSigner } from '#domain/consents/consent-origin.ts';
import { Disagreement, FamilyFields } from '#domain/family/family.ts';
import { ShownPatient } from '#domain/patients/shown-patient.ts';
import { ShownRecord } from '#domain/consents/shown.ts';
import { LinkView } from '#domain/signing/link.ts';
import { Strokes } from '#domain/signing/signature.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { CONFIRM_STATES, SIGN_METHODS, VISIBILITY_TYPES, VOID_KINDS } from '#domain/base/states.ts';
import { Uuid } from '#domain/values/text.ts';
import { TimelineEvent } from '#domain/cases/timeline.ts';
import * as v from 'valibot';

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

/**
 * The parts of a version that the patient's page never reads; it is built without their shapes (vite.config.ts). Tickets get
 * neither the parts of family and capacity, which come first, nor a confirmation. Those with `optional` are absent in copies of a
 * build before.
 */
export const StaffParts = {
  basis: FamilyFields.basis,
  parents: FamilyFields.parents,
  lookedAfter: FamilyFields.lookedAfter,
  needsAllAdults: FamilyFields.needsAllAdults,
  disagreement: v.optional(v.nullable(Disagreement)),
  child: FamilyFields.child,
  /** the account that entered the first assessment of a child, on a draft; absent without one */
  gillickBy: v.optional(Uuid),
  capacity: v.optional(v.nullable(Capacity)),
  /** The last confirmation on the day; null or absent without one. */
  confirmation: v.optional(v.nullable(Confirmation)),
  /** The latest link of each signer; absent in copies of a build before. */
  links: v.optional(v.array(LinkView)),
  /**
   * Why a version was recorded in error; null for any other, also for one that a newer version ended. Absent in copies of a build
   * before.
   */
  voidKind: v.optional(v.nullable(v.picklist(VOID_KINDS))),
  /** The origin of a version that was imported; null or absent for any other. */
  origin: v.optional(v.nullable(ConsentOrigin)),
  /** The signers on paper, as the imported file names them. */
  importedSigners: v.optional(v.array(ImportedSigner)),
  /** The patient as the form names them, once sent; a ticket's details have them beside the version. */
  shownPatient: v.optional(v.nullable(ShownPatient)),
  /** The accounts that have recorded that the form is about the patient, whose details have changed since; absent without any. */
  identityChecks: v.optional(v.array(IdentityAcceptance)),
  /** The details of choices beside their questions; absent without any, and in copies of a build before. */
  choiceDetails: v.optional(v.array(ChoiceDetail)),
  /** Names of people on the form in Latin letters; absent without any. */
  latinNames: v.optional(v.array(NameInLatin)),
  /** The choices about safety that the form should show and does not, as it was pinned; absent without any, and on forms of a build before. */
  safetyNotShown: v.optional(v.array(ChoiceDetail)),
  /** The talks about choices that the signed form leaves open; absent without any. */
  talks: v.optional(v.array(Talk)),
  /** The answers that signers gave after their signature to what the form leaves open, oldest first; absent without any. */
  laterAnswers: v.optional(v.array(LaterAnswers)),
  /** The pinned record, where it is of a later shape than the first, as `shownPatient`; null or absent for any other. */
  shown: v.optional(v.nullable(ShownRecord)),
  previousConsentId: v.nullable(Uuid),
  activeTab: v.number(),
  confirmState: v.picklist(CONFIRM_STATES),
  verifyCode: v.nullable(v.string()),
  bitpaper: v.nullable(v.string()),
  bitpaperPDFURL: v.nullable(v.string()),
  preSignedDocumentUrl: v.nullable(v.string()),
  Timeline: v.array(TimelineEvent),
  visibilityType: v.picklist(VISIBILITY_TYPES),
  /** The faults that keep a draft from being sent; empty otherwise. */
  missing: v.array(v.object({ path: v.string(), message: v.string(), step: v.string() })),
  /** The clinician of the case who operates, where somebody was named; null or absent for the one who signed. */
  operator: v.optional(v.nullable(v.object({ _id: Uuid, name: v.string() }))),
  /** The end of the case; null for one that goes on, absent in copies of a build before. */
  ended: v.optional(v.nullable(CaseEnded)),
  createdAt: v.string(),
  sentAt: v.nullable(v.string()),
  signatures: v.array(Signature),
};
