import { BirthDate } from '#domain/values/date-fields.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { EmailAddress, IdentityLine, SingleLine, Uuid } from '#domain/values/text.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';
import { EMAIL_MOST, NAME_MOST, TOKEN_LENGTH } from '#domain/values/text-limits.ts';
import { AGENCY_NUMBER_MOST } from '#domain/consents/consent.ts';
import * as v from 'valibot';
import { BareLink } from '#contract/engine/bare-link.ts';
import { post } from '#contract/engine/define.ts';
import { DataOf, Done } from '#contract/engine/shapes.ts';

const LinkToken = v.pipe(
  v.string(),
  v.minLength(TOKEN_LENGTH.least, 'The link is not whole'),
  v.maxLength(TOKEN_LENGTH.most, 'The link is not right'),
);

/** A ticket for one version and signer; `url` is the page of the form. */
const Verified = v.object({
  message: v.string(),
  url: v.string(),
  ticket: v.string(),
  expiresAt: v.string(),
  data: v.object({ consentID: Uuid, role: v.picklist(SIGNER_ROLES) }),
});

/** An email address in lower case, or the code of a form as somebody writes it. */
const AddressOrCode = v.pipe(
  SingleLine({ label: 'address or code', least: 1, most: EMAIL_MOST, missing: 'Write an email address, or the code of a form' }),
  v.transform((text) => (text.includes('@') ? text.toLowerCase() : text)),
  v.check((text) => !text.includes('@') || v.is(EmailAddress, text), 'Write a whole email address, or the code of a form'),
);

/** The calls of the holder of a link, and of somebody who wants one; those of staff are in `link-sending.ts`, which the signer’s pages do not load. */
export const links = {
  consentVerifyUser: post('consent/verify-user', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['none'],
    summary: 'The button of a link: says whether it works, and what it asks for. A page that only loads changes nothing.',
    input: v.strictObject({ token: LinkToken }),
    output: DataOf(BareLink),
    keyed: false,
  }),
  recordVerifyPatient: post('record/verifyPatient', {
    holds: { answer: 'record', refusals: 'record' },
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
    holds: { answer: 'record', refusals: 'record' },
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
  pageAsk: post('page/ask', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary:
      'Requests a link to the own page, by the email address at which a hospital writes, or the code of a form. The answer is the same whether or not there is a form; the link goes to the addresses that the hospital knows, and nowhere else.',
    input: v.strictObject({ contact: AddressOrCode }),
    output: Done,
    keyed: false,
  }),
};
