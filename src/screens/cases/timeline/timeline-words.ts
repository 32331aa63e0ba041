import { COPY_ANSWERS, COPY_ANSWER_WORDS } from '#domain/documents/paper-scan.ts';
import { CLOSE_REASONS, CLOSE_WORDS } from '#domain/cases/case-end.ts';
import { CLOCKS_DIFFER } from '#domain/base/device-clock.ts';
import { LINK_ENDS } from '#domain/signing/link.ts';
import { LIST_TYPES, LIST_WORDS } from '#domain/theatre/listed.ts';
import { isPlainDate, longDate } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { StateTone } from '#domain/cases/state-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { SIGN_METHODS } from '#domain/base/states.ts';
import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import { eventWords, TIMELINE_EVENTS, type TimelineEvent, type TimelineEventType } from '#domain/cases/timeline.ts';
import { OWN_WORDS_TITLE } from '#domain/consents/own-words.ts';
import { understandingResults } from '#domain/library/understanding.ts';
import { SHEET_OUTCOME_WORDS, SHEET_OUTCOMES } from '#domain/theatre/theatre-sheet.ts';
import { understandingOutcomeWords, wrongWords } from '../understanding-words.ts';
import { VOID_CHOICES } from '../acts/act-words.ts';
import { LINK_END_WORDS } from '../links/link-words.ts';
import { declinedWords, methodPhrase } from '../signing-words.ts';
import { EVENT_TONES } from './timeline-tones.ts';

/** One line of the timeline. A run of edits by one person is one line; `times` counts it, `event` is its last. */
export type TimelineLine = {
  readonly event: TimelineEvent;
  readonly times: number;
  readonly title: string;
  readonly tone: StateTone;
  readonly details: readonly string[];
  /** details for technicians: levels and digests */
  readonly technical: readonly string[];
};

/** The events newest first, in words. Nothing is left out: a run of edits states its count. */
export function timelineLines(events: readonly TimelineEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  for (const event of events) {
    const last = lines.at(-1);
    const isRun = event.type === 'CONSENT_UPDATED' && last?.event.type === event.type && isSamePerson(last.event, event);
    const times = isRun && last !== undefined ? last.times + 1 : 1;
    if (isRun) lines.pop();
    lines.push({
      event,
      times,
      title: event.type === 'WITHDRAWN' ? withdrawalWords(event) : titleOf(event, times),
      tone: toneOf(event.type),
      details: [...understandingLines(event), ...detailsOf(event, LABELS)],
      technical: detailsOf(event, TECHNICAL),
    });
  }
  return lines.toReversed();
}

/** Whether the tablet's time of an event differs enough to be shown beside the server's. */
export function isDeviceTimeApart({ at, deviceAt }: Pick<TimelineEvent, 'at' | 'deviceAt'>): boolean {
  return deviceAt !== null && Math.abs(Date.parse(deviceAt) - Date.parse(at)) > CLOCKS_DIFFER;
}

function toneOf(type: string): StateTone {
  return isKnown(type) ? (EVENT_TONES[type] ?? 'plain') : 'plain';
}

function titleOf({ type, detail }: TimelineEvent, times: number): string {
  const role = isSignerRole(detail['role']) ? detail['role'] : undefined;
  const words = type === 'DECLINED' ? declinedWords(role) : eventWords({ type, detail });
  const method = SIGN_METHODS.find((each) => each === detail['method']);
  const isNamed = role !== undefined && words.startsWith(ROLE_WORDS[role]);
  const by = [role === undefined || isNamed ? '' : ROLE_WORDS[role], method === undefined ? '' : methodPhrase(method)].filter(
    (part) => part !== '',
  );
  return `${words}${by.length === 0 ? '' : `: ${by.join(', ')}`}${times > 1 ? `, ${times} times` : ''}`;
}

function understandingLines(event: TimelineEvent): string[] {
  if (event.type !== 'UNDERSTANDING_CHECKED') return [];
  return understandingResults(event).map((result) =>
    [`${result.question}: ${understandingOutcomeWords(result).words}`, wrongWords(result)].filter(Boolean).join('. '),
  );
}

/** The labels of an event's details, by their keys; keys without a label are for machines. */
const LABELS: Readonly<Record<string, string>> = {
  reason: 'Reason',
  kind: 'What was wrong',
  changed: 'Changed',
  onForm: 'On the form',
  inRecord: 'In the record',
  consents: 'Consents',
  typedName: 'Signed with the name',
  note: 'Note',
  on: 'Day of the operation',
  withoutReason: 'Why without a consent in force',
  date: 'Date',
  theatre: 'Theatre',
  listType: 'List',
  procedure: 'Procedure',
  signedDay: 'Date on the paper',
  externalID: 'Reference',
  row: 'Row of the file',
  operator: 'Who operates',
  comments: 'Comment',
  question: 'Question',
  answer: 'Answer',
  nameAsSigned: 'Signed with the name',
  nameExpected: 'Name on the form',
  leftOpen: 'Left open',
  nameConfirmed: 'Asked whether they sign so',
  machineTranslated: 'Shown in a machine translation by the browser',
  sentBy: 'Sent on from the tablet, which had not reached the server, by',
  cancelledSignatures: 'Cancelled signatures',
  ownWords: OWN_WORDS_TITLE,
  patientComments: 'The patient added',
  parentComments: 'The parents added',
  interpreterComments: 'The interpreter added',
  versionNumber: 'Version',
  signedOn: 'Date on the paper',
  timeOnPaper: 'Time on the paper',
  pagesChecked: 'Pages looked at',
};

const TECHNICAL: Readonly<Record<string, string>> = {
  level: 'Seal, PAdES',
  stampedAt: 'Time in the stamp',
  sha256: 'SHA-256 of the document',
  fileDigest: 'SHA-256 of the file',
};

function detailsOf({ type, detail }: TimelineEvent, labels: Readonly<Record<string, string>>): string[] {
  const isInTitle = (key: string) => type === 'WITHDRAWN' && key === 'reason';
  return Object.entries(labelsOf(type, labels)).flatMap(([key, label]) => {
    if (isInTitle(key)) return [];
    const value = detail[key];
    return value === undefined || value === null || value === '' ? [] : [`${label}: ${detailWords(key, String(value))}`];
  });
}

/** Labels of some types alone: of other events `by` is an id, and each form that is ready has a channel. */
const OF_TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SIGNER_INVITED: { name: 'Who' },
  LINK_SENT: { channel: 'How' },
  LINK_ENDED: { by: 'Why' },
  PAPER_REPORTED: {
    outcome: 'Outcome',
    onPaper: 'Time on paper',
    signer: 'Who',
    clinician: 'Clinician',
    interpreter: 'Interpreter',
  },
  PATIENT_MERGED: { into: 'Into' },
  TALKED: { about: 'About', outcome: 'Outcome' },
  WITHDRAWN_AFTER_SETTLED: { outcome: 'Outcome' },
  NOTE_SETTLED: { outcome: 'Outcome' },
  SCAN_CONFIRMED: { answers: 'Ticked', copyTaken: 'Copy taken' },
  CASE_MOVED: { from: 'From', into: 'Into' },
  PATIENT_UNMERGED: { from: 'Was merged into' },
};

function labelsOf(type: string, labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return labels === LABELS ? { ...OF_TYPES[type], ...labels } : labels;
}

/** The way of a link, as the end of a sentence; one that is not here went by email. */
const SENT_WORDS: Readonly<Record<string, string>> = {
  QR: 'as a code',
  SMS: 'by text message',
  APP: 'by the NHS App',
  LETTER: 'in a letter that was printed',
};

function detailWords(key: string, value: string): string {
  switch (key) {
    case 'cancelledSignatures':
      return roles(value);
    case 'channel':
      return SENT_WORDS[value] ?? 'by email';
    case 'by': {
      const end = LINK_ENDS.find((each) => each === value);
      return end === undefined ? value : LINK_END_WORDS[end];
    }
    case 'outcome': {
      const outcome = SHEET_OUTCOMES.find((each) => each === value);
      return outcome === undefined ? value : SHEET_OUTCOME_WORDS[outcome];
    }
    case 'date':
    case 'signedDay':
    case 'signedOn':
    case 'on':
      return isPlainDate(value) ? longDate(value) : value;
    case 'copyTaken': {
      const copy = COPY_ANSWERS.find((each) => each === value);
      return copy === undefined ? value : COPY_ANSWER_WORDS[copy];
    }
    case 'kind':
      return VOID_CHOICES.find((each) => each.value === value)?.label ?? value;
    case 'listType':
      return isOneOf(LIST_TYPES, value) ? LIST_WORDS[value] : value;
    case 'reason':
      return isOneOf(CLOSE_REASONS, value) ? CLOSE_WORDS[value] : value;
    default:
      return value;
  }
}

function roles(listed: string): string {
  return listed
    .split(', ')
    .map((each) => (isSignerRole(each) ? ROLE_WORDS[each] : each))
    .join(', ');
}

function isOneOf<T extends string>(all: readonly T[], value: string): value is T {
  return all.some((each) => each === value);
}

function isKnown(type: string): type is TimelineEventType {
  return type in TIMELINE_EVENTS;
}

function isSamePerson(one: TimelineEvent, other: TimelineEvent): boolean {
  return one.actor.name === other.actor.name && one.versionId === other.versionId;
}
