import { Invite } from '#domain/signing/invite.ts';
import { SIGNERS_MOST } from '#domain/consents/recipients.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { LINK_CHANNELS } from '#domain/signing/link.ts';
import { COPY_OUTCOMES } from '#domain/cases/copy-state.ts';
import { EmailAddress, SigningOrder, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { post, put } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';

/** The delivery to one signer: `link` of a QR code alone, `message` why one was not sent. */
const Invited = v.object({
  signing_order: v.nullable(v.number()),
  role: v.nullable(v.picklist(SIGNER_ROLES)),
  channel: v.picklist(LINK_CHANNELS),
  mail: v.nullable(v.string()),
  endsAt: v.nullable(v.string()),
  link: v.nullable(v.object({ url: v.string(), expiresAt: v.string() })),
  message: v.nullable(v.string()),
});

/** The address of a mail as the sender has seen it: a mail to another is refused. */
const SeenAddress = v.optional(EmailAddress);

/** The calls by which staff send and end the links of signers who answer away from the ward. */
export const linkSending = {
  consentSendEmail: post('consent/sendEmail', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary: 'Mails one signer a link to the form, without a clinical word; an earlier link of theirs ends.',
    input: v.strictObject({
      consentID: Uuid,
      role: v.unwrap(Invite.entries.role),
      signing_order: v.optional(SigningOrder),
      addressConfirmed: Invite.entries.addressConfirmed,
      address: SeenAddress,
    }),
    output: DataOf(v.object({ mail: v.string(), endsAt: v.string() })),
  }),
  recordSendInvite: put('record/sendInvite', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary:
      'Sends links to several signers of the case’s newest version, each with a result of its own. A new person, by name and role, joins a form first that nobody has answered: an adult, an interpreter, somebody who is asked, a second opinion.',
    input: v.strictObject({
      id: Uuid,
      invites: v.pipe(
        v.array(Invite),
        v.minLength(1, 'Say to whom'),
        v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} at once`),
      ),
    }),
    output: DataOf(v.array(Invited)),
    keyed: false,
  }),
  recordGiveCopy: post('record/giveCopy', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.send'],
    summary:
      'Gives somebody who decided a link to the sealed form, by a mail or as a code for their own phone. Who it is is asked first, as by any link.',
    input: v.strictObject({
      consentID: Uuid,
      signing_order: SigningOrder,
      channel: v.picklist(LINK_CHANNELS, `The channel must be one of ${LINK_CHANNELS.join(', ')}`),
      addressConfirmed: Invite.entries.addressConfirmed,
      address: SeenAddress,
    }),
    output: DataOf(
      v.object({
        mail: v.nullable(v.string()),
        endsAt: v.string(),
        link: v.nullable(v.object({ url: v.string(), expiresAt: v.string() })),
      }),
    ),
    keyed: false,
  }),
  recordCopyOutcome: post('record/copyOutcome', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.send'],
    summary: 'Records that somebody who decided has their copy on paper, or wants none.',
    input: v.strictObject({
      consentID: Uuid,
      signing_order: SigningOrder,
      outcome: v.picklist(COPY_OUTCOMES, `The outcome must be one of ${COPY_OUTCOMES.join(', ')}`),
    }),
    output: DataOf(v.object({ consentID: v.string() })),
  }),
  recordEndLink: post('record/endLink', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.send'],
    summary: 'Ends the link of one signer.',
    input: v.strictObject({ consentID: Uuid, signing_order: SigningOrder }),
    output: DataOf(v.object({ consentID: Uuid })),
  }),
};
