import { DAY, MINUTE } from '#domain/base/limits.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { isPatientOnOwnForm, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { MessageSettings } from '#domain/organisation/message-settings.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/values/message-channels.ts';
import { clockTime } from '#domain/values/plain-date.ts';
import type { DeliveryReason } from './deliveries.ts';

/** Text messages and messages of the NHS App that one signer gets in a day and in a week; asked-for links and news that a form does not count apart [choice]. */
export const MESSAGES_A_DAY = 3;
export const MESSAGES_A_WEEK = 10;
/** Time for which an address that a service refused is not used again, unless it is changed, ms [choice]. */
export const DEAD_ADDRESS_FOR = 30 * DAY;
/** The age from which the NHS App may be written to, years. */
export const APP_FROM_AGE = 16;

/** Somebody who may be written to. */
export type MessageRecipient = {
  readonly role: SignerRole;
  readonly patient: { readonly status: PatientStatus; readonly restricted: boolean; readonly age: number };
  /** whether a young person does not want this adult told */
  readonly isSecret: boolean;
  /** whether a young person does not want the adults at home told: a letter lies in everybody's box */
  readonly isKeptFromHome: boolean;
  /** the channels for which an address is known: of SMS one that is a mobile number, of APP an NHS number, of LETTER lines */
  readonly addresses: Readonly<Record<MessageChannel, boolean>>;
  readonly refused: readonly MessageChannel[];
  readonly preferred: MessageChannel | null;
  /** channels by which the address of today was refused a short while ago */
  readonly dead: readonly MessageChannel[];
};

/** A message to them. */
export type MessageAttempt = {
  /** nobody presses a button for it: a reminder, news */
  readonly isAutomatic: boolean;
  /** the sender has asked whether the address of a protected patient is safe */
  readonly isAddressConfirmed: boolean;
  /** an operation is near: quiet hours do not hold it */
  readonly isUrgent: boolean;
  /** that a form does not count any more, or that somebody asked for: beside the limits of a day and a week */
  readonly isUncounted: boolean;
  /** messages that went to them since a day and since a week */
  readonly sent: { readonly day: number; readonly week: number };
  /** channels whose month is used up */
  readonly spent: readonly MessageChannel[];
  /** channels whose service lets the hospital in no more */
  readonly paused: readonly MessageChannel[];
};

type Rules = {
  readonly settings: Pick<MessageSettings, 'channels' | 'order' | 'smsBy' | 'quiet'>;
  /** epoch ms */
  readonly now: number;
  /** IANA name */
  readonly zone: string;
};

/** A channel by which a message may go, and the moment before which it may not, epoch ms. */
export type Way = { readonly channel: MessageChannel; readonly notBefore: number };
type Ways = {
  /** the best first; a letter is made by a person, and never stands among those of an automatic message */
  readonly ways: readonly Way[];
  /** why each other channel is none */
  readonly reasons: Readonly<Partial<Record<MessageChannel, DeliveryReason>>>;
};

/**
 * The channels by which one message may go to one person now, and why the others are closed. The one rule that every sending asks: link, reminder,
 * news, page and letter.
 */
export function waysTo(person: MessageRecipient, sending: MessageAttempt, rules: Rules): Ways {
  const ways: Way[] = [];
  const reasons: Partial<Record<MessageChannel, DeliveryReason>> = {};
  for (const channel of inOrder(person, rules)) {
    const reason = closedBy(channel, { person, sending, rules });
    if (reason !== null) reasons[channel] = reason;
    else if (!(sending.isAutomatic && channel === 'LETTER'))
      ways.push({ channel, notBefore: isHeld(channel, sending) ? quietUntil(rules) : rules.now });
  }
  return { ways, reasons };
}

/** The person's own wish first, then the hospital's order. */
function inOrder({ preferred }: MessageRecipient, { settings }: Rules): readonly MessageChannel[] {
  const order = settings.order.length === MESSAGE_CHANNELS.length ? settings.order : MESSAGE_CHANNELS;
  return preferred === null ? order : [preferred, ...order.filter((channel) => channel !== preferred)];
}

type Around = { readonly person: MessageRecipient; readonly sending: MessageAttempt; readonly rules: Rules };

function closedBy(channel: MessageChannel, { person, sending, rules }: Around): DeliveryReason | null {
  const { role, patient, addresses } = person;
  if (rules.settings.channels[channel] !== 'ON') return 'CHANNEL_OFF';
  if (!mayStartConsent(patient.status)) return 'CASE_ENDED';
  if (person.isSecret || person.refused.includes(channel)) return 'NOT_WANTED';
  if (channel === 'LETTER' && person.isKeptFromHome) return 'NOT_WANTED';
  const isProtected = patient.restricted && isPatientSide(role);
  // The address that the NHS App and NHS Notify use comes from the national record, and nobody here has seen it.
  const isUnseen = channel === 'APP' || (channel === 'SMS' && rules.settings.smsBy === 'NHS');
  if (isUnseen && patient.restricted) return 'PROTECTED';
  if (isProtected && (sending.isAutomatic || !sending.isAddressConfirmed)) return 'PROTECTED';
  if (isUnseen && !isPatientOnOwnForm(role)) return 'NO_ADDRESS';
  if (channel === 'APP' && patient.age < APP_FROM_AGE) return 'UNDER_16';
  if (!addresses[channel]) return channel === 'SMS' ? 'NO_MOBILE' : 'NO_ADDRESS';
  if (person.dead.includes(channel)) return 'ADDRESS_REFUSED';
  if (sending.spent.includes(channel)) return 'MONTH_FULL';
  if (sending.paused.includes(channel)) return 'NO_ANSWER';
  const isFull = sending.sent.day >= MESSAGES_A_DAY || sending.sent.week >= MESSAGES_A_WEEK;
  return isFull && !sending.isUncounted && ringsPhone(channel) ? 'DAY_FULL' : null;
}

/** Whether a message lights up somebody's phone. Mail has limits of its own, and a letter is somebody's own decision. */
function ringsPhone(channel: MessageChannel): boolean {
  return channel === 'SMS' || channel === 'APP';
}

function isHeld(channel: MessageChannel, { isUrgent }: MessageAttempt): boolean {
  return !isUrgent && ringsPhone(channel);
}

/** The end of the quiet hours where they hold now, else now; epoch ms, to a minute. */
function quietUntil({ settings: { quiet }, now, zone }: Rules): number {
  if (!isQuiet(clockTime(new Date(now).toISOString(), zone), quiet)) return now;
  const first = now - (now % MINUTE) + MINUTE;
  // A clock that changes in the night makes an hour longer or shorter: each minute is asked.
  for (let at = first; at < now + DAY; at += MINUTE) if (!isQuiet(clockTime(new Date(at).toISOString(), zone), quiet)) return at;
  return now + DAY;
}

function isQuiet(time: string, { from, to }: MessageSettings['quiet']): boolean {
  return from < to ? time >= from && time < to : time >= from || time < to;
}
