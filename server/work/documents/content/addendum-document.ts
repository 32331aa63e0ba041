import type { AddendumKind } from '#domain/documents/document-kinds.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { eventClockWords } from '#domain/base/device-clock.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import { exactTime, localDate, longDate } from '#domain/values/plain-date.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { identityBlock } from './document.ts';
import { documentHead } from './document-head.ts';
import { factBlocks, heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/** An addendum: its event, and the sealed form that it is added to. */
export type Addendum = {
  event: TimelineEvent;
  /** SHA-256 of the sealed form */
  sealed: string;
  /** ISO */
  sealedAt: string;
};

type Parts = {
  kind: AddendumKind;
  title: string;
  /** the one word of its state: Confirmed */
  state: string;
  /** how, or why, in the strip behind who and when */
  why: string;
  /** the time of the event, ISO; with the words before it */
  happened: { term: string; at: string };
  blocks: readonly PdfBlock[];
  /** members of the attachment beside those of every addendum */
  attached?: object;
};

/** The document of an addendum to a sealed form: the patient, its own part, and the form that it belongs to. */
export function addendumDocument(source: DocumentSource, { event, sealed, sealedAt }: Addendum, parts: Parts): PdfDocument {
  const { consentId, madeAt, verifyUrl, verifyCode, versionNumber, timeZone, digest } = source;
  const { kind, title, state, why, happened, blocks, attached = {} } = parts;
  const { id, at, deviceAt, actor, detail, hash } = event;
  return {
    ...documentHead(source, { title, subject: title, state: state.toLowerCase() }),
    createdAt: madeAt,
    state: { words: `${state}, ${longDate(localDate(Date.parse(happened.at), timeZone))}`, tone: 'ok' },
    footer: { versionId: consentId, verifyUrl },
    blocks: [
      identityBlock(source),
      {
        kind: 'notice',
        tone: 'info',
        title: state,
        spans: [
          { text: composedList([actorWords(event), exactTime(happened.at, timeZone), ...(why === '' ? [] : [why])], ' · ') },
        ],
      },
      ...blocks,
      heading('Belongs to'),
      paragraph(
        'This page is added to a sealed form, which it does not change. Whether that form is in force is told by its code.',
      ),
      ...factBlocks([
        { label: 'Sealed form', text: `Version ${versionNumber}, sealed ${exactTime(sealedAt, timeZone)}` },
        { label: 'Its SHA-256', text: sealed },
        { label: 'Its code', text: verifyCode },
        { label: happened.term, text: exactTime(happened.at, timeZone) },
      ]),
    ],
    attachment: {
      name: 'content.json',
      json: JSON.stringify({
        kind,
        consentID: consentId,
        versionNumber,
        contentDigest: digest,
        belongsTo: { sha256: sealed },
        ...attached,
        event: { id, at, deviceAt, actor, detail, hash },
      }),
    },
  };
}

/** When somebody said something, ISO: by the tablet, which may have had no network. */
export function saidAt({ at, deviceAt }: Pick<TimelineEvent, 'at' | 'deviceAt'>): string {
  return deviceAt ?? at;
}

/** The times of an event on the tablet and on the server, and the fault of the tablet's clock, if any. */
export function eventTimes(event: TimelineEvent, timeZone: string): { onDevice?: string; received: string; clock?: string } {
  const clock = eventClockWords(event);
  return {
    ...(event.deviceAt === null ? {} : { onDevice: exactTime(event.deviceAt, timeZone) }),
    received: exactTime(event.at, timeZone),
    ...(clock === null ? {} : { clock }),
  };
}

/** The same as lines of facts: first the time at which it was said. */
export function timeLines(event: TimelineEvent, timeZone: string): { label: string; text: string }[] {
  const { onDevice, received, clock } = eventTimes(event, timeZone);
  return [
    ...(onDevice === undefined ? [] : [{ label: 'On the tablet', text: onDevice }]),
    { label: 'Received', text: received },
    ...(clock === undefined ? [] : [{ label: 'Clock', text: clock }]),
  ];
}

/** The author of an event, with the role where it is known. */
export function actorWords({ actor: { name, role } }: TimelineEvent): string {
  return role === '' ? name : composed`${name}, ${isSignerRole(role) ? roleInText(role) : role}`;
}

/** A text of an event's details; empty where it has none. */
export function detailText(value: TimelineEvent['detail'][string] | undefined): string {
  return typeof value === 'string' ? value : '';
}
