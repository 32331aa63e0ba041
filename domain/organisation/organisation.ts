import * as v from 'valibot';
import { CONTACT_SEPARATOR } from './contact-separator.ts';
import { AddressLines, EmailAddress, IdentityLine, Prose } from '#domain/values/text.ts';
import { WebAddress } from '#domain/values/web-address.ts';

/** The longest name of an organisation, characters: it stands on one line of a document [choice]. */
export const ORGANISATION_NAME_MOST = 60;
/** The longest address, characters [choice]. */
export const ORGANISATION_ADDRESS_MOST = 200;
/** The most lines of an address [choice]. */
export const ADDRESS_LINES_MOST = 6;
/** The longest support phone number, with its words such as “extension 4”, characters [choice]. */
export const SUPPORT_PHONE_MOST = 40;
/** Characters of the privacy notice for patients [choice]. */
export const PRIVACY_TEXT_MOST = 20_000;
/** Addresses that are told of safety problems [choice]. */
const SAFETY_CONTACTS_MOST = 10;
/** The longest name of a speciality, a grade or an access plan, characters [choice]. */
export const LIST_NAME_MOST = 60;
/** Characters of a speciality in words [choice]. */
export const SPECIALITY_MOST = 100;

/** A logo: PNG of at most so many bytes and picture elements (interop.md section 9). */
export const LOGO_BYTES_MOST = 256 * 1024;
export const LOGO_WIDTH_MOST = 1200;
export const LOGO_HEIGHT_MOST = 400;

/** The name of the organisation that an empty start makes, until somebody sets another. */
export const PLACEHOLDER_ORGANISATION = 'Your hospital';

/** The labels of the organisation's fields, as every message and every form says them. */
export const ORGANISATION_LABELS = {
  name: 'Name',
  address: 'Address',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  patientPhone: 'Telephone for patients',
  privacyText: 'Privacy notice',
  privacyUrl: 'Link to the privacy notice',
  accessibilityEmail: 'Email about accessibility',
  safetyContacts: 'Emails for safety problems',
} as const;

export const OrganisationName = IdentityLine({ label: ORGANISATION_LABELS.name, least: 2, most: ORGANISATION_NAME_MOST });

function phoneOf(label: string) {
  return v.pipe(
    IdentityLine({ label, least: 1, most: SUPPORT_PHONE_MOST }),
    // An address may hold digits too, and nobody rings it.
    v.regex(/^[^@]*\d{3}[^@]*$/, `The ${label} must be a phone number`),
  );
}

/** Details that pages for anybody show. Absent in a call: it stays as it is, as builds before do not know of it. */
const PublicDetails = {
  patientPhone: v.optional(v.nullable(phoneOf(ORGANISATION_LABELS.patientPhone))),
  privacyText: v.optional(v.nullable(Prose({ label: ORGANISATION_LABELS.privacyText, least: 1, most: PRIVACY_TEXT_MOST }))),
  privacyUrl: v.optional(v.nullable(WebAddress(ORGANISATION_LABELS.privacyUrl))),
  accessibilityEmail: v.optional(v.nullable(EmailAddress)),
  safetyContacts: v.optional(
    v.pipe(
      v.array(EmailAddress, `The ${ORGANISATION_LABELS.safetyContacts} must be a list`),
      v.maxLength(SAFETY_CONTACTS_MOST, `At most ${SAFETY_CONTACTS_MOST} emails for safety problems`),
      v.transform((emails) => [...new Set(emails)]),
    ),
  ),
};

/** The details that an administrator writes. Name and address stand on documents; the contact is for signers and staff. */
export const OrganisationDetails = {
  name: OrganisationName,
  address: v.pipe(
    AddressLines({ label: ORGANISATION_LABELS.address, most: ORGANISATION_ADDRESS_MOST }),
    v.check(
      (text) => text.split('\n').length <= ADDRESS_LINES_MOST,
      `The ${ORGANISATION_LABELS.address} must be at most ${ADDRESS_LINES_MOST} lines`,
    ),
  ),
  supportEmail: v.nullable(EmailAddress),
  supportPhone: v.nullable(phoneOf(ORGANISATION_LABELS.supportPhone)),
  ...PublicDetails,
};

/** The name of a speciality or a grade. @param label - the field's name in the messages */
export const ListName = (label = 'Name') => IdentityLine({ label, least: 2, most: LIST_NAME_MOST });

/** Name, address and logo at the head of a form, as they were when it was sent. `logoId` null: no logo. */
export type Letterhead = { readonly name: string; readonly address: string; readonly logoId: string | null };

/** How signers reach the organisation: its own contact, else that of the installation. */
export function supportWords(own: { email: string | null; phone: string | null }, installation: string): string {
  const ways = [own.phone, own.email].filter((each) => each !== null);
  return ways.length === 0 ? installation : ways.join(CONTACT_SEPARATOR);
}
