import { DAY } from '#domain/base/limits.ts';
import { DEAD_ADDRESS_FOR, waysTo, type MessageRecipient, type MessageAttempt } from '#domain/notifications/channels.ts';
import type { DeliveryReason } from '#domain/notifications/deliveries.ts';
import { isSecretFrom, mayInformAdults } from '#domain/family/family-signers.ts';
import { isInterpreter, isPatientOnOwnForm, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { MessageSettings } from '#domain/organisation/message-settings.ts';
import { contactWishes, type ContactWishes } from '#domain/patients/contact-wishes.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/values/message-channels.ts';
import { mobileOf } from '#domain/values/mobile.ts';
import { ageOn, localDate, monthAt } from '#domain/values/plain-date.ts';
import { deadChannels, sentTo } from '#server/data/notifications/deliveries.ts';
import { usedInMonth } from '#server/data/notifications/message-settings.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import { wishesOfPerson } from '#server/data/signing/contact-wishes.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { contactMac } from '#server/work/messages/queue-delivery.ts';
import { openMessageSettings, type OpenMessageSettings } from '#server/work/messages/message-settings.ts';
import { presentAddress } from './link-address.ts';

/** The parts of a signer that a message depends on. */
export type MessagedSigner = Pick<RecipientRow, 'role' | 'signing_order' | 'party' | 'email'> & { readonly name: string | null };

/** The signer of a link; of one whom a recall took off the form as far as the link knows them. */
export function messagedSigner(link: LinkRow, found: RecipientRow | undefined): MessagedSigner {
  return found ?? { name: null, role: link.role, signing_order: link.signing_order, party: null, email: link.address };
}

export type SignerContacts = Readonly<Record<MessageChannel, string | null>>;
type Around = Pick<OpenCase, 'db' | 'deps' | 'record' | 'patient' | 'consent'>;

/** The addresses of a signer today: of the patient those of the record, of anybody else those of the form. NHS Notify finds a patient by their NHS number. */
export function contactsOf(
  { patient, consent }: Pick<Around, 'patient' | 'consent'>,
  signer: MessagedSigner,
  { smsBy }: Pick<MessageSettings, 'smsBy'>,
): SignerContacts {
  const { role } = signer;
  const phone = ROLE_RULES[role].isPatient
    ? patient.phone
    : isInterpreter(role)
      ? (consent.content.interpreter?.phone ?? null)
      : null;
  const nhsNumber = isPatientOnOwnForm(role) ? patient.nhs_number : null;
  return {
    EMAIL: presentAddress({ patient, consent }, signer),
    SMS: smsBy === 'NHS' ? nhsNumber : mobileOf(phone),
    APP: nhsNumber,
    LETTER: ROLE_RULES[role].isPatient ? patient.address : null,
  };
}

/** A signer as the rule of channels sees them. */
export async function messageRecipientOf(
  open: Around,
  signer: MessagedSigner,
  by: Pick<MessageSettings, 'smsBy'>,
): Promise<MessageRecipient> {
  const { db, deps, record } = open;
  const { organisation_id: organisationId } = record;
  const macs = macsOf(organisationId, contactsOf(open, signer, by), { deps });
  const since = new Date(deps.clock() - DEAD_ADDRESS_FOR).toISOString();
  return { ...(await personOf(open, signer, by)), dead: await deadChannels(db, { organisationId, macs, since }) };
}

/** Why no mail goes to a signer; null where one may. Addresses of mail are refused by no service that says so. */
export async function mailClosed(
  open: Around,
  signer: MessagedSigner,
  { isAutomatic, isAddressConfirmed }: Pick<MessageAttempt, 'isAutomatic' | 'isAddressConfirmed'>,
): Promise<DeliveryReason | null> {
  const { settings } = await openMessageSettings(open.db, open.record.organisation_id, open.deps);
  const none = { isUrgent: false, isUncounted: false, sent: { day: 0, week: 0 }, spent: [], paused: [] };
  const rules = { settings, now: open.deps.clock(), zone: open.deps.settings.timeZone };
  const { reasons } = waysTo(
    { ...(await personOf(open, signer, settings)), dead: [] },
    { isAutomatic, isAddressConfirmed, ...none },
    rules,
  );
  return reasons.EMAIL ?? null;
}

async function personOf(
  open: Around,
  signer: MessagedSigner,
  by: Pick<MessageSettings, 'smsBy'>,
): Promise<Omit<MessageRecipient, 'dead'>> {
  const { deps, patient, consent } = open;
  const contacts = contactsOf({ patient, consent }, signer, by);
  const wishes = await wishesOf(open, signer);
  const today = localDate(deps.clock(), deps.settings.timeZone);
  const has = MESSAGE_CHANNELS.map((channel) => [channel, contacts[channel] !== null]);
  return {
    role: signer.role,
    patient: { status: patient.status, restricted: patient.restricted, age: ageOn(patient.date_of_birth, today) },
    isSecret: isSecretFrom(consent.content, signer.role),
    isKeptFromHome: !mayInformAdults(consent.content),
    // Each channel of the list, and no other.
    addresses: Object.fromEntries(has) as MessageRecipient['addresses'],
    ...wishes,
  };
}

type NamedSigner = Pick<MessagedSigner, 'role' | 'name' | 'signing_order'>;

/** How a signer wants to be written to: of the patient what the record says, of anybody else what they have said about this case. */
export async function wishesOf(open: Pick<Around, 'db' | 'record' | 'patient'>, signer: NamedSigner): Promise<ContactWishes> {
  if (ROLE_RULES[signer.role].isPatient) return contactWishes(open.patient.communication);
  return contactWishes((await wishesOfPerson(open.db, personOfCase(open, signer))) ?? {});
}

/** The key by which a case knows somebody who is not its patient. */
export function personOfCase({ record }: Pick<Around, 'record'>, { role, name, signing_order: order }: NamedSigner) {
  return { organisationId: record.organisation_id, caseId: record.id, role, name, order };
}

/** The messages of before, as the rule of channels sees them: those of a day and a week, and the channels that take none now. */
export async function sendingBefore(
  { db, deps, record, patient, consent }: Around,
  signer: MessagedSigner,
  { settings, paused }: Pick<OpenMessageSettings, 'settings' | 'paused'>,
): Promise<Pick<MessageAttempt, 'sent' | 'spent' | 'paused'>> {
  const { organisation_id: organisationId } = record;
  const macs = macsOf(organisationId, contactsOf({ patient, consent }, signer, settings), { deps });
  const at = (ms: number) => new Date(deps.clock() - ms).toISOString();
  const sent = await sentTo(db, { organisationId, macs, day: at(DAY), week: at(7 * DAY) });
  const used = await usedInMonth(db, organisationId, monthAt(deps.clock(), deps.settings.timeZone));
  const isFull = (amount: number, most: number | null) => most !== null && amount >= most;
  const spent: MessageChannel[] = [];
  if (isFull(used.smsParts, settings.monthly.smsParts)) spent.push('SMS');
  if (isFull(used.letters, settings.monthly.letters)) spent.push('LETTER');
  return { sent, spent, paused };
}

function macsOf(organisationId: string, { SMS, APP }: SignerContacts, { deps }: Pick<Around, 'deps'>): string[] {
  return [SMS, APP].flatMap((contact) => (contact === null ? [] : [contactMac(organisationId, contact, deps)]));
}
