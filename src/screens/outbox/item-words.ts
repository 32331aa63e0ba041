import { counted } from '#domain/base/counted.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { isPlainDate, localDate, longDate, shortDate } from '#domain/values/plain-date.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { patientStatusWords, type StateWords } from '#domain/cases/state-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { MISDIRECTED, UNREADABLE, type SentOutboxItem, type UnsentItem } from '#src/queries/client/outbox.ts';
import { fieldLabel, isShown } from './field-words.ts';

type Item = Pick<UnsentItem, 'call' | 'input' | 'about'>;

/** The kind of an item, without its patient: `New patient`, `Signature of the patient`. */
export function whatWords({ call, input, about }: Item): string {
  switch (call) {
    case 'patientCreate':
      return 'New patient';
    case 'patientUpdate':
      return `Changed details${listed(
        Object.keys(input ?? {})
          .filter(isShown)
          .map(fieldLabel),
      )}`;
    case 'patientUpdateStatus': {
      const status = PATIENT_STATUSES.find((each) => each === input?.['status']);
      return status === undefined ? 'Changed status' : `Changed status: ${patientStatusWords(status).words}`;
    }
    case 'patientConflict':
      return 'Note on two people’s changes';
    case 'consentCreate':
    case 'consentUpdate':
      return `Draft consent${listed(about.procedures.map(({ procedureName }) => procedureName))}`;
    case 'consentSend':
      return 'Consent made ready for signing';
    case 'consentSendToSign':
      return `Tablet handed to the ${signer(input?.['role'])}`;
    case 'recordSign':
      return `Signature of the ${signer(input?.['role'])}`;
    case 'recordIdentity':
      return input?.['confirmed'] === false
        ? `The ${signer(input['role'])} says the details are wrong`
        : `The ${signer(input?.['role'])} confirmed who they are`;
    case 'recordAnswers':
      return isSignedAnswers({ call, input })
        ? `Answers of the ${signer(input?.['role'])}, signed after the form`
        : `Answers of the ${signer(input?.['role'])}`;
    case 'recordUnderstanding':
      return `The ${signer(input?.['role'])} answered questions about the form`;
    case 'recordDecline':
      return `The ${signer(input?.['role'])} does not agree`;
    case 'recordLater':
      return `The ${signer(input?.['role'])} needs more time`;
    case 'recordWithdraw':
      return 'Consent withdrawn';
    case 'recordConfirm':
      return 'Confirmed on the day';
    case 'recordNotConfirmed':
      return 'Not confirmed on the day';
    case 'recordDone':
      return 'Operation recorded as done';
    case 'recordClose':
      return 'Not going ahead';
    case 'safetyReport':
      return 'Report of a safety problem';
    case 'recordUpdate':
      return listingWords(input);
  }
}

/** Answers to what a form left open, which somebody signed after the form: others go with the signature of the form itself. */
export function isSignedAnswers({ call, input }: Pick<Item, 'call' | 'input'>): boolean {
  return call === 'recordAnswers' && input?.['signature'] !== undefined;
}

/** The patient of an item, as a heading: `DEMO-ROWAN, Amber`. */
export function whoseWords(patient: Patient | null): string {
  return patient === null ? 'A patient who is not on this tablet' : formalName(patient);
}

/** The state of an item. It is saved in any case; no text claims that it was sent. */
export function stateWords(state: UnsentItem['state']): StateWords {
  switch (state) {
    case 'queued':
    case 'sent':
      return { tone: 'info', words: 'Waiting to send' };
    case 'blocked':
      return { tone: 'plain', words: 'Waiting for the one above' };
    case 'stopped':
      return { tone: 'stop', words: 'Stopped on the way' };
    case 'review':
    case 'conflict':
      return { tone: 'stop', words: 'Needs you' };
  }
}

/** An item that something on the way keeps refusing, as title and advice. */
export const STOPPED_WORDS = {
  title: 'Something between this tablet and the server refuses this item',
  advice: 'Tell IT support; nothing is lost. It is tried again by itself.',
} as const;

/** Why items wait for a person, one sentence for each reason; `items` are those of `needsPerson`. */
export function needsYouWords(items: readonly Pick<UnsentItem, 'error'>[]): string {
  const withCode = (code: string) => items.filter(({ error }) => error?.code === code).length;
  const unreadable = withCode(UNREADABLE);
  const misdirected = withCode(MISDIRECTED);
  const them = items.length === 1 ? 'it' : 'them';
  const refused = items.length - unreadable - misdirected;
  const sentences = [
    refused > 0 ? `The server did not accept ${refused === items.length ? them : itemsWords(refused)}. Nothing is lost.` : '',
    misdirected > 0
      ? `For ${itemsWords(misdirected)} the server answered about something else again and again. Nothing is lost.`
      : '',
    unreadable > 0 ? `${itemsWords(unreadable)} cannot be read any more on this tablet, and cannot be sent.` : '',
    `Open ${items.length === 1 ? 'it' : 'each one'} and decide what to do with it.`,
  ];
  return sentences.filter((each) => each !== '').join(' ');
}

/** An unsent item of this age shows a warning, ms. */
const OLD = DAY;

export function isOld(madeAt: string, now: number): boolean {
  return now - Date.parse(madeAt) >= OLD;
}

/** `just now`, `5 minutes ago`, `26 hours ago`, `3 days ago`. @param now - epoch ms by the clock that created the item */
export function ageWords(madeAt: string, now: number): string {
  const age = now - Date.parse(madeAt);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${counted(Math.floor(age / MINUTE), 'minute')} ago`;
  if (age < 2 * DAY) return `${counted(Math.floor(age / HOUR), 'hour')} ago`;
  return `${counted(Math.floor(age / DAY), 'day')} ago`;
}

/** `14:05` today, `20 Nov 2026, 14:05` on another day. @param at - epoch ms @param zone - IANA name */
export function momentWords(at: number, { now, zone }: { readonly now: number; readonly zone: string }): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  const day = localDate(at, zone);
  return day === localDate(now, zone) ? time : `${shortDate(day)}, ${time}`;
}

/** `Sent 14:05`. */
export function sentWords(
  { ackedAt }: Pick<SentOutboxItem, 'ackedAt'>,
  when: { readonly now: number; readonly zone: string },
): string {
  return `Sent ${momentWords(ackedAt, when)}`;
}

/** Beside a new patient that was sent: the server had others with the same details. */
export function alikeWords(count: number): string {
  return count === 1
    ? 'A patient with the same details was here already: is it the same person?'
    : `${count} patients with the same details were here already: is one of them the same person?`;
}

/** Items of one patient, in the order of their creation. */
export type Group<T> = { readonly patient: Patient | null; readonly items: readonly T[] };

/** The items by patient; the patient whose first item is the oldest comes first. */
export function groupsOf<T extends Pick<UnsentItem, 'about'>>(items: readonly T[]): Group<T>[] {
  const groups = new Map<string, { patient: Patient | null; items: T[] }>();
  for (const item of items) {
    const key = item.about.patient?.id ?? '';
    const group = groups.get(key) ?? { patient: item.about.patient, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** `1 item`, `3 items`. */
export function itemsWords(count: number): string {
  return counted(count, 'item');
}

function signer(role: unknown): string {
  return isSignerRole(role) ? roleInText(role) : 'signer';
}

function listingWords(input: Item['input']): string {
  if (input === null) return 'Changed surgery list';
  const at = input['listed'];
  if (at === undefined) return 'Another clinician operates';
  if (at === null) return 'Taken off the surgery list';
  const date = typeof at === 'object' && 'date' in at ? String(at.date) : '';
  return isPlainDate(date) ? `Listed for surgery: ${longDate(date)}` : 'Listed for surgery';
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${names.join(', ')}`;
}
