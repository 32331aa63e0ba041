import { hasInk } from '#domain/values/ink.ts';
import { DURATIONS } from '#domain/base/durations.ts';
import { ATTACHMENTS_MOST, needsText, REFERRAL_MOVES, REFERRAL_SIDES, REFERRAL_TEXT_MOST } from '#domain/referrals/referral.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { FILE_MOST } from '#domain/documents/file-limits.ts';
import { MB } from '#domain/base/limits.ts';
import { ATTACHMENT_TYPES } from '#domain/documents/attachment.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { StatusFilter } from '#contract/shapes/list-shapes.ts';
import { RecordSummary } from '#contract/shapes/record-summary.ts';
import {
  Addressee,
  ReferralQuestion,
  REFERRAL_ACCESS,
  ReferralScope,
  ReferredProcedures,
} from '#contract/shapes/referral-shapes.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';

/** How many referrals stand in each status. */
export const ReferralAmounts = v.object({
  total: v.number(),
  draft: v.number(),
  underReview: v.number(),
  accepted: v.number(),
  moreInfo: v.number(),
  rejected: v.number(),
  closed: v.number(),
});

/** Referrals: somebody asks a person or a speciality to take over a patient. Each is a case, which has no form until it is accepted. */
export const referrals = {
  recordRefer: post('record/refer', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['referrals.write'],
    summary: 'Refers a patient with a question; without `submit` it is submitted at once, else a draft. `id` is the new case.',
    input: v.strictObject({
      id: v.optional(Uuid),
      patientID: Uuid,
      to: Addressee,
      question: ReferralQuestion,
      procedures: v.optional(ReferredProcedures, []),
      submit: v.optional(v.boolean('Submit must be true or false'), true),
    }),
    output: DataOf(RecordSummary),
  }),
  recordReferral: post('record/referral', {
    holds: { answer: 'record', refusals: 'record' },
    access: REFERRAL_ACCESS,
    summary:
      'Moves a referral on: ACCEPT, ASK, REJECT by its addressee, REPLY by its referrer (which submits a draft), CLOSE by both. ASK, REPLY and REJECT need words.',
    input: v.pipe(
      v.strictObject({
        recordID: Uuid,
        /** of the case */
        version: ExpectedVersion,
        move: v.picklist(REFERRAL_MOVES, `The move must be one of ${REFERRAL_MOVES.join(', ')}`),
        text: v.optional(Prose({ label: 'Text', most: REFERRAL_TEXT_MOST }), ''),
      }),
      v.forward(
        v.check(({ move, text }) => !needsText(move) || hasInk(text), 'Enter the text'),
        ['text'],
      ),
    ),
    output: DataOf(RecordSummary),
  }),
  recordReferralGet: get('record/referral', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: REFERRAL_ACCESS,
    summary: 'One referral, also one that has ended, and the sides on which the caller is.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(v.object({ record: RecordSummary, sides: v.array(v.picklist(REFERRAL_SIDES)) })),
  }),
  recordReferralAmounts: get('record/referral/amounts', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: REFERRAL_ACCESS,
    summary: 'How many referrals stand in each status, as `record/get` counts them with the same fields.',
    input: v.strictObject({
      referral: v.optional(ReferralScope, 'MINE'),
      duration: StatusFilter(DURATIONS, 'duration'),
    }),
    output: DataOf(ReferralAmounts),
  }),
  recordAddressees: get('record/addressees', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['referrals.write'],
    summary: 'The people who review referrals, and the specialities with the number of such people in each.',
    input: Nothing,
    output: DataOf(
      v.object({
        people: v.array(v.object({ _id: Uuid, name: v.string(), speciality: v.nullable(v.string()) })),
        specialities: v.array(v.object({ _id: Uuid, name: v.string(), people: v.number() })),
      }),
    ),
  }),
  recordAttach: post('record/attach', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: REFERRAL_ACCESS,
    summary: `Attaches a PDF, JPEG or PNG of at most ${FILE_MOST / MB} MiB, in the field “file”, to a referral; at most ${numberWord(ATTACHMENTS_MOST)}. The same file again is the one that is there.`,
    input: v.strictObject({ recordID: Uuid }),
    output: DataOf(RecordSummary),
    body: 'file',
    keyed: false,
  }),
  recordAttachment: get('record/attachment', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: REFERRAL_ACCESS,
    summary: 'A file of a referral, as a download; `id` is that of the attachment.',
    input: v.strictObject({ id: Uuid }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: Object.values(ATTACHMENT_TYPES),
  }),
};
