import { WITHDRAWAL_WAYS } from '#domain/cases/withdrawal-ways.ts';
import { Prose, SigningOrder, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { DataOf } from '#contract/engine/shapes.ts';

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
