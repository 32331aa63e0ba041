import { WITHDRAWAL_WAYS } from '#domain/cases/withdrawal-ways.ts';
import { RefusedChannels, WishedChannel } from '#domain/patients/communication.ts';
import { isWishPossible } from '#domain/patients/contact-wishes.ts';
import { Prose, SigningOrder, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { get, post, put } from '#contract/engine/define.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { DataOf, Done, Nothing } from '#contract/engine/shapes.ts';

/** One form of somebody; `at` ISO, of their answer or of what ended it; `day` plain date where the hospital is. */
const OwnFormLine = v.object({
  consentID: Uuid,
  caseNumber: v.string(),
  status: v.picklist(CASE_STATUSES),
  at: v.string(),
  day: v.string(),
  /** whether it is a later version of the form by which they came; absent of any other */
  isNewer: v.optional(v.literal(true)),
});
export type OwnFormLine = v.InferOutput<typeof OwnFormLine>;

/** How somebody wants to be written to; `offered`: the ways that the hospital has for them, and those that they refuse. */
const OwnContact = v.object({
  offered: v.array(WishedChannel),
  refused: v.array(WishedChannel),
  preferred: v.nullable(WishedChannel),
});
export type OwnContact = v.InferOutput<typeof OwnContact>;

/** The calls that somebody with a ticket may make after the signature. Apart: a tablet that is handed over makes none of them. */
export const afterSigning = {
  recordWithdraw: post('record/withdraw', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket', 'consents.withdraw'],
    summary: 'Takes a signed consent back, at once. Staff say at whose wish, by the place on the form, and how they were told.',
    input: v.strictObject({
      consentID: Uuid,
      reason: v.optional(Prose({ label: 'Reason', most: NOTE_MOST })),
      signing_order: v.optional(SigningOrder),
      how: v.optional(v.picklist(WITHDRAWAL_WAYS, `How it was said must be one of ${WITHDRAWAL_WAYS.join(', ')}`)),
    }),
    output: DataOf(Consent),
    offline: 'queue',
  }),
  pageNote: post('page/note', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['ticket'],
    summary:
      'Adds a note of somebody who has answered. It stands beside the form, which stays as it was signed, and waits for the team until it was talked about.',
    input: v.strictObject({
      consentID: Uuid,
      text: Prose({ label: 'Note', least: 1, most: NOTE_MOST, missing: 'Write your note' }),
    }),
    output: Done,
  }),
  pageContact: get('page/contact', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket'],
    summary: 'How somebody who has answered wants to be written to, and how not, with the ways that there are for them.',
    input: v.strictObject({ consentID: Uuid }),
    output: DataOf(OwnContact),
  }),
  pageContactUpdate: put('page/contact', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket'],
    summary:
      'Stores how somebody who has answered wants to be written to, and how not: of the patient in their record, of anybody else beside the form. No import takes a refusal back.',
    input: v.pipe(
      v.strictObject({
        consentID: Uuid,
        refused: RefusedChannels,
        preferred: v.optional(v.nullable(WishedChannel)),
      }),
      v.forward(
        v.check((wish) => isWishPossible(wish), 'Choose a way by which you want to hear from us'),
        ['preferred'],
      ),
    ),
    output: DataOf(OwnContact),
  }),
  pageForms: get('page/forms', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket'],
    summary:
      'The other forms of somebody who has come back by a link and has answered them, about the same patient. None on a tablet that was handed over.',
    input: Nothing,
    output: DataOf(v.array(OwnFormLine)),
  }),
  pageOpen: post('page/open', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['ticket'],
    summary: 'A ticket for another form of the same person, until the link by which they came ends.',
    input: v.strictObject({ otherId: Uuid }),
    output: v.object({
      message: v.string(),
      ticket: v.string(),
      expiresAt: v.string(),
      data: v.object({ consentID: Uuid, role: v.picklist(SIGNER_ROLES) }),
    }),
    keyed: false,
  }),
  consentDownload: get('consent/download', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read', 'ticket'],
    summary:
      'The PDF as {id}_consent.pdf, refused until it is made: the sealed one while the form is in force, else a viewing copy with its state. With kind SIGNED always the sealed one.',
    input: v.strictObject({
      request_id: Uuid,
      kind: v.optional(v.picklist(['SIGNED', 'VIEW'], 'The kind must be one of SIGNED, VIEW')),
    }),
    output: v.unknown(),
    answer: 'file',
  }),
};
