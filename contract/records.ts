import { ConfirmAnswers, isConfirmed } from '#domain/cases/confirm-answers.ts';
import { SecondAssessmentFields } from '#domain/family/child.ts';
import { DisagreementDraft } from '#domain/family/family.ts';
import { Listing } from '#domain/theatre/listed.ts';
import { VOID_KINDS } from '#domain/base/states.ts';
import { TimelineEvent } from '#domain/cases/timeline.ts';
import { ClockOffset, IdentityLine, Instant, Prose, Uuid } from '#domain/values/text.ts';
import { WRITE_YOUR_NAME } from '#domain/signing/signature.ts';
import { NAME_MOST, NOTE_MOST, LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { SendChannel, SendingFields, SentRecipient, showsCode } from './consents.ts';
import { get, post, put } from '#contract/engine/define.ts';
import { Consent, PatientQuestion } from '#contract/shapes/record-shapes.ts';
import { PreviewActions } from '#contract/shapes/preview-actions.ts';
import { ListedCase, RecordSummary } from '#contract/shapes/record-summary.ts';
import { DataOf, Done } from '#contract/engine/shapes.ts';
import { QueuedVersion, ExpectedVersion } from '#contract/engine/expected-version.ts';
import { ListOf } from '#contract/shapes/list-shapes.ts';
import { RecordGetFilter } from '#contract/shapes/record-filters.ts';
import { REFERRAL_ACCESS, ReferralChange } from '#contract/shapes/referral-shapes.ts';

const Reason = Prose({ label: 'Reason', least: 1, most: NOTE_MOST });
const NewVersion = v.object({
  message: v.string(),
  consentID: Uuid,
  bitpaper: v.nullable(v.string()),
  bitpaperPDFURL: v.nullable(v.string()),
  data: Consent,
});

export const records = {
  recordGet: get('record/get', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['consents.read', ...REFERRAL_ACCESS],
    summary: 'The cases, newest first, for readers of consents; with `referral` the referred ones, for either side of referrals.',
    input: RecordGetFilter,
    output: ListOf(RecordSummary),
    offline: 'cached',
  }),
  recordDetails: get('record/details', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'One case: its versions, newest first, and its timeline.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(v.object({ record: RecordSummary, consents: v.array(Consent), timeline: v.array(TimelineEvent) })),
    offline: 'cached',
  }),
  recordUpdate: put('record/update', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.write'],
    summary:
      'Lists a case for surgery, changes where it is listed, or takes it off the list; names the clinician who operates; changes a referral that is a draft.',
    input: v.pipe(
      v.strictObject({
        recordID: Uuid,
        /** of the case */
        version: QueuedVersion,
        /** null takes the case off the list; absent leaves it where it is */
        listed: v.optional(v.nullable(Listing)),
        /** the operator, who must be able to sign as a clinician; absent leaves it is */
        clinicianID: v.optional(Uuid),
        /** changes a referral that was not submitted yet, and nothing else; by its referrer alone */
        referral: v.optional(ReferralChange),
      }),
      v.forward(
        v.check(
          ({ referral, listed, clinicianID }) => referral === undefined || (listed === undefined && clinicianID === undefined),
          'A referral is changed alone: neither its listing nor who operates can be sent with it',
        ),
        ['referral'],
      ),
    ),
    output: v.object({ message: v.string(), data: RecordSummary, listing: ListedCase }),
    offline: 'queue',
  }),
  recordSend: post('record/send', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.send'],
    summary: 'Sends a completed version.',
    input: v.strictObject({
      recordID: Uuid,
      version: v.optional(ExpectedVersion),
      ...SendingFields,
      channel: v.optional(SendChannel, 'EMAIL'),
    }),
    output: v.object({
      message: v.string(),
      recipients: v.array(SentRecipient),
    }),
    isSecret: showsCode,
  }),
  recordAnswer: post('record/answer', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.write'],
    summary: 'Answers a patient’s question; `id` is the question.',
    input: v.strictObject({ id: Uuid, answer: Prose({ label: 'Answer', least: 1, most: LONG_TEXT_MOST }) }),
    output: DataOf(PatientQuestion),
  }),
  recordVoid: post('record/void', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.void'],
    summary: 'Records that a version was made in error, signed or not: it is in force never again.',
    input: v.strictObject({
      consentID: Uuid,
      reason: Reason,
      kind: v.optional(v.picklist(VOID_KINDS, `The kind must be one of ${VOID_KINDS.join(', ')}`), 'OTHER'),
    }),
    output: DataOf(Consent),
  }),
  recordConfirm: post('record/confirm', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.confirm'],
    summary: 'Confirms a signed consent on the day: the patient was asked again, and nothing has changed.',
    input: v.strictObject({
      consentID: Uuid,
      statement: Prose({ label: 'Statement', least: 1, most: LONG_TEXT_MOST }),
      typedName: IdentityLine({ label: 'Your name', least: 1, most: NAME_MOST, missing: WRITE_YOUR_NAME }),
      /** whether whoever confirms was asked about a typed name that is not their account's; absent where nobody asked */
      nameConfirmed: v.optional(v.boolean('Say whether the typed name was confirmed')),
      answers: ConfirmAnswers,
      note: v.optional(Prose({ label: 'Note', most: NOTE_MOST })),
      capturedAt: Instant,
      clockOffset: v.optional(ClockOffset),
    }),
    output: DataOf(Consent),
    offline: 'queue',
  }),
  recordNotConfirmed: post('record/notConfirmed', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.confirm'],
    summary: 'Records that a consent in force was not confirmed on the day, and why: staff of the case are told at once.',
    input: v.strictObject({
      consentID: Uuid,
      answers: v.pipe(
        ConfirmAnswers,
        v.check((answers) => !isConfirmed(answers), 'These answers confirm the consent'),
      ),
      note: v.optional(Prose({ label: 'Note', most: NOTE_MOST })),
      capturedAt: Instant,
      clockOffset: v.optional(ClockOffset),
    }),
    output: DataOf(Consent),
    offline: 'queue',
  }),
  recordDisagreement: post('record/disagreement', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.sign'],
    summary: 'Records how a disagreement of adults over a form that is out was settled, or that it was not.',
    input: v.strictObject({ consentID: Uuid, version: ExpectedVersion, ...DisagreementDraft.entries }),
    output: DataOf(Consent),
  }),
  recordAssessChild: post('record/assessChild', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.sign'],
    summary:
      'Records the assessment by a second person of a child between 8 and 12 who decides alone, on a draft; refused to the person who made the first one.',
    input: v.strictObject({ consentID: Uuid, version: ExpectedVersion, ...SecondAssessmentFields }),
    output: DataOf(Consent),
  }),
  recordRecall: post('record/recall', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary: 'Takes a sent version back to draft. Signatures are cancelled and stay in the timeline.',
    input: v.strictObject({ consentID: Uuid, reason: Reason }),
    output: DataOf(Consent),
  }),
  recordReopen: put('record/reopen', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary: 'Opens a new version; the old one stays in force until the new one is signed. `id` is the case.',
    input: v.strictObject({ id: Uuid, reason: Reason }),
    output: NewVersion,
  }),
  recordReconsent: post('record/reconsent', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary: 'A new version of a signed consent with its procedures filled in. `id` is the case.',
    input: v.strictObject({ id: Uuid, reason: Reason }),
    output: NewVersion,
  }),
  recordTimeline: get('record/timeline', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read', 'audit.read'],
    summary: 'The timeline of a case, and whether it is whole and the stored case is as it tells.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(
      v.object({
        events: v.array(TimelineEvent),
        chain: v.object({ ok: v.boolean(), length: v.number(), head: v.string() }),
      }),
    ),
  }),
  recordPdfGetter: get('record/pdfGetter', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary:
      'A ten-minute address of the current PDF of a case: the sealed form while one is in force, else the viewing copy of the newest that was signed. `id` is the case.',
    input: v.strictObject({ id: Uuid }),
    output: v.object({ message: v.string(), url: v.string(), expiresAt: v.string() }),
  }),
  recordPdf: post('record/pdf', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.write'],
    summary:
      'A preview of HTML as a PDF, with the patient of the case: reduced to the node types of a template, watermarked, never sealed, stored nowhere. It fetches nothing.',
    input: v.strictObject({
      caseID: Uuid,
      /** UTF-8 in base64 */
      htmlString: v.pipe(
        v.string('The HTML must be text in base64'),
        v.check((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'The HTML must be text in base64'),
      ),
      actions: v.optional(PreviewActions, {}),
    }),
    output: v.unknown(),
    answer: 'file',
    keyed: false,
  }),
  recordDelete: put('record/delete', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.write'],
    summary: 'Deletes a draft; anything else is voided instead. `id` is the case.',
    input: v.strictObject({ id: Uuid }),
    output: Done,
  }),
};
