import { HOUR } from '#domain/base/limits.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';

/** The channels whose messages are deliveries; mails have rows of their own. */
export const DELIVERED_CHANNELS = ['SMS', 'APP', 'LETTER'] as const satisfies readonly MessageChannel[];
export type DeliveredChannel = (typeof DELIVERED_CHANNELS)[number];
export type DeliveryKind = 'LINK' | 'LINK_REMINDER' | 'NEWS';

/** How far a message has come. It moves forwards alone: a service may say so twice, and out of order. */
export const DELIVERY_STATES = ['WAITING', 'SENT', 'DROPPED', 'FAILED', 'DELIVERED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Whether a message may go from one state to another. */
export function mayBecome(from: DeliveryState, to: DeliveryState): boolean {
  if (to === 'DROPPED') return from === 'WAITING';
  return DELIVERY_STATES.indexOf(to) > DELIVERY_STATES.indexOf(from) && from !== 'DROPPED';
}

/** Why a message goes by no channel, or did not arrive. */
export const DELIVERY_REASONS = [
  'ADDRESS_REFUSED',
  'NO_MOBILE',
  'NOT_WANTED',
  'NO_ADDRESS',
  'MONTH_FULL',
  'PROTECTED',
  'CASE_ENDED',
  'CHANNEL_OFF',
  'NO_ANSWER',
  'DAY_FULL',
  'UNDER_16',
  'REFUSED_BY_SERVICE',
  'RESTORED',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

const REASON_WORDS: Readonly<Record<DeliveryReason, string>> = {
  ADDRESS_REFUSED: 'address refused',
  NO_MOBILE: 'number is no mobile',
  NOT_WANTED: 'not wanted',
  NO_ADDRESS: 'no address',
  MONTH_FULL: 'month’s limit reached',
  PROTECTED: 'details protected',
  CASE_ENDED: 'case ended',
  CHANNEL_OFF: 'channel off',
  NO_ANSWER: 'service does not answer',
  DAY_FULL: 'this person had three messages today',
  UNDER_16: 'under 16',
  REFUSED_BY_SERVICE: 'refused by the service',
  RESTORED: 'the server was restored from a backup',
};

/** How far a message has come, as staff read it; never the address. Of a letter nobody here knows whether it was posted. */
export function deliveryWords({
  state,
  reason,
  channel,
}: {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  /** absent in an answer of a build before */
  readonly channel?: MessageChannel | undefined;
}): string {
  switch (state) {
    case 'WAITING':
      return 'Waiting';
    case 'SENT':
      return channel === 'LETTER' ? 'Printed' : 'Sent';
    case 'DELIVERED':
      return 'Delivered';
    case 'FAILED':
      return `Not delivered: ${deliveryReasonWords(reason)}`;
    case 'DROPPED':
      return `Not sent: ${deliveryReasonWords(reason)}`;
  }
}

/** Why a message did not go or arrive, as the end of a sentence. */
export function deliveryReasonWords(reason: DeliveryReason | null): string {
  return REASON_WORDS[reason ?? 'NO_ANSWER'];
}

/** Why a mail to somebody who signs did not go out after it had waited, as the end of a sentence. */
const UNSENT = {
  ANSWERED: 'the form was answered before',
  LINK_ENDED: 'its link ended before',
  NOT_WANTED: REASON_WORDS.NOT_WANTED,
  CASE_ENDED: REASON_WORDS.CASE_ENDED,
  CHANNEL_OFF: REASON_WORDS.CHANNEL_OFF,
  ADDRESS_CHANGED: 'another address is on the record',
} as const;
export type UnsentReason = keyof typeof UNSENT;

/** How far a mail has come, in the same words: nobody tells whether one arrives. @param error - of one that did not go */
export function mailWords(state: 'QUEUED' | 'SENT' | 'FAILED', error: string | null = null): string {
  if (state === 'QUEUED') return 'Waiting';
  if (state === 'SENT') return 'Handed to the mail server';
  const unsent = Object.entries(UNSENT).find(([reason]) => reason === error)?.[1];
  return `Not sent: ${unsent ?? 'the mail server does not take it'}`;
}

/** Time in which a service must have taken a message, and after which one that has not arrived goes by the next channel, ms [choice]. */
export const DELIVERY_TIMEOUT: Readonly<Record<DeliveredChannel, number>> = { SMS: 4 * HOUR, APP: 24 * HOUR, LETTER: 24 * HOUR };
