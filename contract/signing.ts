import { AdditionalChoice, CHOICES_MOST } from '#domain/consents/consent.ts';
import { Recipient } from '#domain/consents/recipients.ts';
import { ShownPatient } from '#domain/patients/shown-patient.ts';
import { ShownRecord } from '#domain/consents/shown.ts';
import { SignatureFields } from '#domain/signing/signature.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { CASE_STATUSES, SEAL_STATES, SIGNER_STATES } from '#domain/base/states.ts';
import { Prose, SigningOrder, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST, LONG_TEXT_MOST, TOKEN_LENGTH } from '#domain/values/text-limits.ts';
import { TicketExtras } from '#contract/shapes/ticket-extras.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { BareLink, OfferedLanguages } from '#contract/engine/bare-link.ts';
import { Consent, PatientQuestion } from '#contract/shapes/record-shapes.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import type { StaffParts } from '#contract/shapes/staff-parts.ts';

/** The version as the signer's page has it, which is built without the shapes of the staff's parts and must not read them. */
export type PageConsent = Omit<Consent, keyof typeof StaffParts>;
// The same schema under a narrower type.
const PageConsent = Consent as v.GenericSchema<Consent, PageConsent>;

/** The choices that a signed form leaves open to its signer, and the sentence under which they answer. */
const LaterPage = v.object({
  /** `first`: the answer that was signed */
  points: v.array(v.object({ id: v.string(), title: v.string(), first: AdditionalChoice.entries.answer })),
  statement: v.string(),
});

/** The view of a ticket: its version, its patient, and the statement of its role. */
export const TicketDetails = v.object({
  organisation: v.object({ name: v.string(), timeZone: v.string() }),
  consent: PageConsent,
  patient: v.object({
    ...ShownPatient.entries,
    communication: v.object({ language: v.string(), interpreterNeeded: v.boolean(), format: v.string() }),
  }),
  role: v.picklist(SIGNER_ROLES),
  /** the signer's place; absent in an answer of a build before */
  signing_order: v.optional(v.number()),
  recipients: v.array(Recipient),
  statement: v.string(),
  contentDigest: v.string(),
  /** The pinned record, where it is of a later shape than the first: pages draw it, and check its digest. */
  shown: v.optional(v.nullable(ShownRecord)),
  languages: OfferedLanguages,
  /** The texts beside the record, outside its digest; absent in an answer of a build before. */
  extras: v.optional(TicketExtras),
  /** The choices about which somebody who has signed is asked again in this handover; absent otherwise, and in an answer of a build before. */
  later: v.optional(LaterPage),
});
export type TicketDetails = v.InferOutput<typeof TicketDetails>;

/**
 * The handover and role of a call that was queued while the device was handed over offline. The session of the clinician who
 * started that handover sends it; with a ticket both fields are absent.
 */
export const CARRIED = {
  role: v.optional(v.picklist(SIGNER_ROLES, `The Role must be one of ${SIGNER_ROLES.join(', ')}`)),
  signing_order: v.optional(SigningOrder),
  handoverId: v.optional(Uuid),
};

/** The form that an answer is about, so that a caller can tell an answer that belongs to another call. Answers of older builds lack it. */
export const ABOUT = { consentID: v.optional(Uuid) };

/** Answers to the form, before anybody has signed it. */
export const AnswersFields = {
  consentID: Uuid,
  mattersToMe: v.optional(Prose({ label: 'What matters to me', most: LONG_TEXT_MOST })),
  additionalChoices: v.optional(v.pipe(v.array(AdditionalChoice), v.maxLength(CHOICES_MOST, `At most ${CHOICES_MOST} choices`))),
  ...CARRIED,
};

/** The calls that somebody with a ticket may make up to the signature; those after it are in `after-signing.ts`, and there are no others. */
export const signing = {
  consentDetailsByToken: get('consent/details-by-token/{token}', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['token'],
    summary: 'With a ticket in the path: the form of this version and role. With a link: the hospital and the questions it asks.',
    input: v.strictObject({
      token: v.pipe(
        v.string(),
        v.minLength(TOKEN_LENGTH.least, 'The token is not whole'),
        v.maxLength(TOKEN_LENGTH.most, 'The token is not right'),
      ),
    }),
    output: DataOf(v.union([TicketDetails, BareLink])),
  }),
  recordIdentity: post('record/identity', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket', 'consents.sign'],
    summary: 'The signer says whether the name and birth date shown are right.',
    input: v.strictObject({ consentID: Uuid, confirmed: v.boolean('Say whether the details are right'), ...CARRIED }),
    output: DataOf(v.object({ ...ABOUT, signerState: v.picklist(SIGNER_STATES) })),
    offline: 'queue',
  }),
  recordSign: post('record/sign', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['ticket', 'consents.sign'],
    summary: 'One signature. The digest of what was shown must be the one that was sent. Staff sign the clinician’s block alone.',
    input: v.strictObject(SignatureFields),
    output: DataOf(
      v.object({
        ...ABOUT,
        status: v.picklist(CASE_STATUSES),
        signerState: v.picklist(SIGNER_STATES),
        sealState: v.picklist(SEAL_STATES),
        version: v.number(),
      }),
    ),
    offline: 'queue',
  }),
  recordDecline: post('record/decline', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket', 'consents.sign'],
    summary: 'The signer does not agree.',
    input: v.strictObject({
      consentID: Uuid,
      reason: v.optional(Prose({ label: 'Reason', most: NOTE_MOST })),
      comments: v.optional(Prose({ label: 'Comments', most: NOTE_MOST })),
      ...CARRIED,
    }),
    output: DataOf(v.object({ ...ABOUT, status: v.picklist(CASE_STATUSES), signerState: v.picklist(SIGNER_STATES) })),
    offline: 'queue',
  }),
  recordLater: post('record/later', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket', 'consents.sign'],
    summary: 'The signer needs more time; nothing else changes.',
    input: v.strictObject({ consentID: Uuid, comments: v.optional(Prose({ label: 'Comments', most: NOTE_MOST })), ...CARRIED }),
    output: DataOf(v.object({ ...ABOUT, status: v.picklist(CASE_STATUSES), signerState: v.picklist(SIGNER_STATES) })),
    offline: 'queue',
  }),
  recordQuestion: post('record/question', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket'],
    summary: 'A question for the clinician; while it is open, nobody who may ask signs. No other signer reads it.',
    input: v.strictObject({ consentID: Uuid, text: Prose({ label: 'Question', least: 1, most: NOTE_MOST }) }),
    output: DataOf(PatientQuestion),
  }),
  recordAnswers: post('record/answers', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket', 'consents.sign'],
    summary: 'What matters to the patient, and the additional choices; gives a new digest. Refused once anybody has signed.',
    input: v.strictObject(AnswersFields),
    output: DataOf(Consent),
    offline: 'queue',
  }),
};
