import type { Answer, Parsed } from '#contract/calls.ts';
import { isPatientOnOwnForm, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { APP_FROM_AGE } from '#domain/notifications/channels.ts';
import { BY_PATIENT, contactWishes, type ContactWishes } from '#domain/patients/contact-wishes.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/values/message-channels.ts';
import { ageOn, localDate } from '#domain/values/plain-date.ts';
import { lockPatient, updatePatient, type PatientRow } from '#server/data/patients/patients.ts';
import { storeWishes } from '#server/data/signing/contact-wishes.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { TicketActor } from '#server/http/actor.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { personOfCase, wishesOf } from '#server/work/links/addressee.ts';
import { pageAccessOf } from '#server/work/links/page-access.ts';
import { openMessageSettings } from '#server/work/messages/message-settings.ts';
import { recordChange } from '#server/work/patients/history.ts';

type Wished = Pick<Parsed<'pageContactUpdate'>, 'refused' | 'preferred'>;
type Contact = Answer<'pageContact'>['data'];

/** How somebody who has answered wants to be written to, and how not. @throws Refused MOVE_REFUSED where they have no page */
export async function readContact(open: OpenCase, actor: TicketActor): Promise<Contact> {
  return presentContact(open, await visitorOf(open, actor));
}

/**
 * Stores how somebody who has answered wants to be written to: of the patient in their record, with its history, of anybody else beside
 * the form. The form stays as it was signed.
 *
 * @throws Refused MOVE_REFUSED where they have no page
 */
export async function storeContact(open: OpenCase, actor: TicketActor, { refused, preferred = null }: Wished): Promise<Contact> {
  const me = await visitorOf(open, actor);
  if (!ROLE_RULES[me.role].isPatient) {
    await storeWishes(open.db, { ...personOfCase(open, me), name: me.name }, { refused, preferred, at: open.now });
    return presentContact(open, me);
  }
  const patient = await storeInRecord(open, { refused, preferred });
  return presentContact({ ...open, patient }, me);
}

async function storeInRecord(open: OpenCase, wishes: ContactWishes): Promise<PatientRow> {
  const { db, deps, now, patient } = open;
  const { organisation_id: organisationId, id } = patient;
  const before = await lockPatient(db, { organisationId, referrerId: undefined }, id);
  if (before === undefined || !mayStartConsent(before.status)) throw notNow(open);
  const { refused, preferred } = contactWishes(before.communication);
  const isSame = preferred === wishes.preferred && refused.join() === wishes.refused.join();
  if (isSame) return before;
  const communication = { ...before.communication, refused: [...wishes.refused], preferred: wishes.preferred };
  const change = { communication, version: before.version + 1, updated_at: now };
  const after = await updatePatient(db, { organisationId, id }, change);
  // No account has made it: the line names the record itself.
  const actor = { userId: id, name: BY_PATIENT, deviceId: null };
  const capture = { deviceId: undefined, capturedAt: undefined, clockOffset: undefined };
  await recordChange({ db, deps, actor, now, capture }, { kind: 'UPDATED', before, after });
  return after;
}

/** The visitor of their own page. */
async function visitorOf(open: OpenCase, { role, signingOrder }: TicketActor): Promise<RecipientRow> {
  const signer = await findSigner(open, { role, order: signingOrder });
  if (signer === undefined || pageAccessOf(open, signer) !== 'PAGE') throw notNow(open);
  return signer;
}

async function presentContact(open: OpenCase, me: RecipientRow): Promise<Contact> {
  const { db, deps, record, patient } = open;
  const { settings } = await openMessageSettings(db, record.organisation_id, deps);
  const wishes = await wishesOf(open, me);
  const age = ageOn(patient.date_of_birth, localDate(deps.clock(), deps.settings.timeZone));
  const isOffered = (channel: MessageChannel) => settings.channels[channel] === 'ON' && mayReach(channel, me.role, age);
  return {
    offered: MESSAGE_CHANNELS.filter((channel) => isOffered(channel) || wishes.refused.includes(channel)),
    refused: [...wishes.refused],
    preferred: wishes.preferred,
  };
}

// Adults of a form have an email address alone; the NHS App is the patient's.
function mayReach(channel: MessageChannel, role: SignerRole, age: number): boolean {
  if (channel === 'APP') return isPatientOnOwnForm(role) && age >= APP_FROM_AGE;
  return ROLE_RULES[role].isPatient || channel === 'EMAIL';
}
