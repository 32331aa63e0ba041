import { BirthDate } from '#domain/values/date-fields.ts';
import { LINK_CHANNELS } from '#domain/signing/link.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { IdentityLine, SigningOrder, Uuid } from '#domain/values/text.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';
import { NAME_MOST, TOKEN_LENGTH } from '#domain/values/text-limits.ts';
import { AGENCY_NUMBER_MOST } from '#domain/consents/consent.ts';
import { SIGNERS_MOST } from '#domain/consents/recipients.ts';
import * as v from 'valibot';
import { BareLink } from '#contract/engine/bare-link.ts';
import { post, put } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';

const LinkToken = v.pipe(
  v.string(),
  v.minLength(TOKEN_LENGTH.least, 'The link is not whole'),
  v.maxLength(TOKEN_LENGTH.most, 'The link is not right'),
);
const Role = v.picklist(SIGNER_ROLES, `The Role must be one of ${SIGNER_ROLES.join(', ')}`);
const AddressConfirmed = v.optional(v.boolean('Say whether the address is safe'));

/** A ticket for one version and signer; `url` is the page of the form. */
const Verified = v.object({
  message: v.string(),
  url: v.string(),
  ticket: v.string(),
  expiresAt: v.string(),
  data: v.object({ consentID: Uuid, role: v.picklist(SIGNER_ROLES) }),
});

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

/** Links by which a signer answers away from the ward: what staff do with them, and what their holder does. */
export const links = {
  consentVerifyUser: post('consent/verify-user', {
    access: ['none'],
    summary: 'The button of a link: says whether it works, and what it asks for. A page that only loads changes nothing.',
    input: v.strictObject({ token: LinkToken }),
    output: DataOf(BareLink),
    keyed: false,
  }),
  recordVerifyPatient: post('record/verifyPatient', {
    access: ['none'],
    summary: `Birth date of the patient and own last name of the signer: gives a ticket. ${capitalised(numberWord(LINK_TRIES))} wrong answers lock the link.`,
    input: v.strictObject({
      id: LinkToken,
      patientDetails: v.strictObject({
        dateOfBirth: BirthDate,
        lastName: IdentityLine({ label: 'Last name', least: 1, most: NAME_MOST }),
      }),
    }),
    output: Verified,
    keyed: false,
  }),
  recordVerifyInterpreter: post('record/verifyInterpreter', {
    access: ['none'],
    summary: 'Own name of the interpreter, and the agency number or the digits that staff read out: gives a ticket.',
    input: v.strictObject({
      id: LinkToken,
      name: IdentityLine({ label: 'Name', least: 1, most: NAME_MOST }),
      code: v.optional(IdentityLine({ label: 'Code', most: AGENCY_NUMBER_MOST })),
    }),
    output: Verified,
    keyed: false,
  }),
  consentSendEmail: post('consent/sendEmail', {
    access: ['consents.send'],
    summary: 'Mails one signer a link to the form, without a clinical word; an earlier link of theirs ends.',
    input: v.strictObject({
      consentID: Uuid,
      role: Role,
      signing_order: v.optional(SigningOrder),
      addressConfirmed: AddressConfirmed,
    }),
    output: DataOf(v.object({ mail: v.string(), endsAt: v.string() })),
  }),
  recordSendInvite: put('record/sendInvite', {
    access: ['consents.send'],
    summary: 'Sends links to several signers of the case’s newest version, each with a result of its own.',
    input: v.strictObject({
      id: Uuid,
      invites: v.pipe(
        v.array(
          v.strictObject({
            signing_order: SigningOrder,
            channel: v.picklist(LINK_CHANNELS, `The channel must be one of ${LINK_CHANNELS.join(', ')}`),
            addressConfirmed: AddressConfirmed,
          }),
        ),
        v.minLength(1, 'Say to whom'),
        v.maxLength(SIGNERS_MOST, `At most ${SIGNERS_MOST} at once`),
      ),
    }),
    output: DataOf(v.array(Invited)),
    keyed: false,
  }),
  recordEndLink: post('record/endLink', {
    access: ['consents.send'],
    summary: 'Ends the link of one signer.',
    input: v.strictObject({ consentID: Uuid, signing_order: SigningOrder }),
    output: DataOf(v.object({ consentID: Uuid })),
  }),
};
