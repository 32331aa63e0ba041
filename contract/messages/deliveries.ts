import * as v from 'valibot';
import { DELIVERY_REASONS, DELIVERY_STATES } from '#domain/notifications/deliveries.ts';
import { Invite } from '#domain/signing/invite.ts';
import { MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';
import { PATIENT_ADDRESS_MOST } from '#domain/patients/patient-fields.ts';
import { AddressLines, IdentityLine, SigningOrder, Uuid } from '#domain/values/text.ts';
import { PHONE_MOST } from '#domain/values/text-limits.ts';
import { get, post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';

/** Messages of a version that a list holds at most, the newest of each signer [choice]. */
export const DELIVERIES_MOST = 200;

/** A message to somebody who signs, as staff see it: how far it has come, in words, and never where it went. */
const Delivery = v.object({
  /** null of a mail */
  id: v.nullable(Uuid),
  signing_order: v.number(),
  channel: v.picklist(MESSAGE_CHANNELS),
  state: v.picklist(DELIVERY_STATES),
  reason: v.nullable(v.picklist(DELIVERY_REASONS)),
  words: v.string(),
  at: v.string(),
});
export type Delivery = v.InferOutput<typeof Delivery>;

/** The channels that a service sends by. */
const ServiceChannel = v.picklist(['SMS', 'APP'], 'The channel must be SMS or APP');

/** The calls about single messages to people who sign. */
export const deliveries = {
  messagesSend: post('messages/send', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary:
      'Sends one signer a link to the form by another way than email, without a clinical word; an earlier link of theirs ends.',
    input: v.strictObject({
      consentID: Uuid,
      signing_order: SigningOrder,
      channel: ServiceChannel,
      addressConfirmed: Invite.entries.addressConfirmed,
    }),
    output: DataOf(v.object({ endsAt: v.string() })),
  }),
  linkLetter: post('link/letter', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary:
      'Makes a letter to one signer, to be printed and posted by whoever asks for it: one page for a DL envelope with a window, a link of its own for 28 days, and no clinical word. It shows the postal address of the record, so that it needs patients.write as well. It is refused where that is another by now. An earlier link of theirs ends.',
    input: v.strictObject({
      consentID: Uuid,
      signing_order: SigningOrder,
      /** as whoever asks for it has seen it: a letter to another is refused */
      address: AddressLines({ label: 'Address', least: 1, most: PATIENT_ADDRESS_MOST }),
      addressConfirmed: Invite.entries.addressConfirmed,
    }),
    output: v.unknown(),
    answer: 'file',
    // Each answer is a secret, of a new link.
    keyed: false,
  }),
  messagesList: get('messages', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'The messages to the signers of a version and how far each has come, the newest first; never where they went.',
    input: v.strictObject({ consentID: Uuid }),
    output: DataOf(v.array(Delivery)),
  }),
  messagesAgain: post('messages/again', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary:
      'Sends a message that did not arrive once more, by the same way or by another one, with a token of its own for the same link.',
    input: v.strictObject({
      id: Uuid,
      channel: v.optional(v.picklist(['SMS', 'APP', 'EMAIL'], 'The channel must be SMS, APP or EMAIL')),
    }),
    output: DataOf(v.object({ id: Uuid })),
    keyed: true,
  }),
  messagesTest: post('messages/test', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['organisation.manage'],
    summary: 'Sends a test to a number that the administrator enters, at once, and says what the service answers.',
    input: v.strictObject({
      channel: ServiceChannel,
      to: IdentityLine({ label: 'number', least: 1, most: PHONE_MOST }),
    }),
    output: DataOf(v.object({ isTaken: v.boolean(), words: v.string() })),
    keyed: false,
  }),
  callbackNhsNotify: post('callbacks/nhs-notify/{id}', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary:
      'NHS Notify tells how far messages have come, signed over the bytes of the body; `id` is that of the settings. The answer is 202 once all of it is stored.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(v.object({})),
    body: 'raw',
    keyed: false,
  }),
  callbackGovukNotify: post('callbacks/govuk-notify/{id}', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary:
      'GOV.UK Notify tells how far a message has come, with the bearer token that its settings name; `id` is that of the settings.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(v.object({})),
    body: 'raw',
    keyed: false,
  }),
};
