import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/values/message-channels.ts';
import { foldedChoice, readYesNo, type CellReading } from './import-readings.ts';

/** A column that says of one way of messages whether somebody wants it. `refusedBy`: the answer that is a refusal. */
type WishColumn = {
  readonly channel: MessageChannel;
  readonly refusedBy: boolean;
  readonly label: string;
  readonly headings: readonly string[];
};

/**
 * The columns of other systems about one way each: of some a yes is the refusal, of others a no. The other answer takes no refusal back, and an
 * empty cell says nothing.
 */
export const WISH_COLUMNS = {
  noEmail: {
    channel: 'EMAIL',
    refusedBy: true,
    label: 'Do not email',
    headings: ['do not e-mail', 'no email', 'no emails', 'no e-mail', 'email refused', 'email opt out', 'opt out email'],
  },
  emailConsent: {
    channel: 'EMAIL',
    refusedBy: false,
    label: 'Email consent',
    headings: ['consent to email', 'email consent given', 'email opt in', 'email allowed', 'may email', 'contact by email'],
  },
  noSms: {
    channel: 'SMS',
    refusedBy: true,
    label: 'Do not text',
    headings: ['do not sms', 'no sms', 'no text', 'no texts', 'no text messages', 'sms refused', 'sms opt out', 'text opt out'],
  },
  smsConsent: {
    channel: 'SMS',
    refusedBy: false,
    label: 'SMS consent',
    headings: [
      'consent to sms',
      'sms consent given',
      'sms opt in',
      'text consent',
      'consent to text',
      'text message consent',
      'may text',
      'contact by sms',
      'contact by text',
    ],
  },
  noApp: {
    channel: 'APP',
    refusedBy: true,
    label: 'No NHS App messages',
    headings: ['no nhs app', 'no app messages', 'nhs app opt out', 'app opt out'],
  },
  appConsent: {
    channel: 'APP',
    refusedBy: false,
    label: 'NHS App consent',
    headings: ['app consent', 'nhs app opt in', 'consent to nhs app'],
  },
  noLetter: {
    channel: 'LETTER',
    refusedBy: true,
    label: 'Do not write letters',
    headings: ['no letters', 'no letter', 'no post', 'do not post', 'letters refused', 'letter opt out', 'post opt out'],
  },
  letterConsent: {
    channel: 'LETTER',
    refusedBy: false,
    label: 'Letter consent',
    headings: ['consent to letters', 'letter opt in', 'post consent', 'contact by post', 'contact by letter'],
  },
} as const satisfies Record<string, WishColumn>;
export type WishColumnName = keyof typeof WISH_COLUMNS;
// The names of the table, and no others.
export const WISH_COLUMN_NAMES = Object.keys(WISH_COLUMNS) as WishColumnName[];

/** Whether a cell refuses the way of its column; several columns of one name are lines of one text, of which one refusal is enough. */
export function readWish(text: string, name: WishColumnName): CellReading<boolean> {
  const { label, refusedBy } = WISH_COLUMNS[name];
  const answers = text.split('\n').map((line) => readYesNo(line, label));
  const unread = answers.find((each) => 'fault' in each);
  if (unread !== undefined) return unread;
  return { value: answers.some((each) => 'value' in each && each.value === refusedBy) };
}

/** Other names of the ways of messages in files, folded as choices are. */
const CHANNEL_NAMES: ReadonlyMap<string, MessageChannel> = new Map([
  ['E MAIL', 'EMAIL'],
  ['TEXT', 'SMS'],
  ['TEXTS', 'SMS'],
  ['TEXT MESSAGES', 'SMS'],
  ['POST', 'LETTER'],
  ['LETTERS', 'LETTER'],
]);

/** The way of messages that a file calls by another name; undefined for any other text. */
export function channelCalled(text: string): MessageChannel | undefined {
  return CHANNEL_NAMES.get(foldedChoice(text));
}

/** The preferred ways of other systems by which no message goes, folded as choices are. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'PHONE',
  'TELEPHONE',
  'PHONE CALL',
  'CALL',
  'HOME PHONE',
  'MOBILE PHONE',
  'VISIT',
  'FACE TO FACE',
  'IN PERSON',
  'NONE',
  'NO PREFERENCE',
  'NOT STATED',
]);

/** Whether somebody prefers a way by which no message goes, or none: no reason to leave the row out. */
export function isPreferredElsewhere(text: string): boolean {
  return ELSEWHERE.has(foldedChoice(text));
}

/** The sentence about a preferred way by which no message goes. */
export function preferredElsewhere(text: string): string {
  return `The file prefers “${text}”, by which no message goes: no way is preferred`;
}

/** The ways in their own order, each once. */
export function orderedChannels(channels: ReadonlySet<string>): MessageChannel[] {
  return MESSAGE_CHANNELS.filter((each) => channels.has(each));
}
