import { confirmQuestions } from '#domain/confirm-answers.ts';
import { eventClockWords } from '#domain/device-clock.ts';
import { exactTime, localDate, longDate } from '#domain/plain-date.ts';
import type { TimelineEvent } from '#domain/timeline.ts';
import type { ChoiceRow, Fact, PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { FORM_TITLES, identityBlock } from './document.ts';
import type { DocumentSource } from './document-source.ts';

type Confirmed = {
  /** CONFIRMED */
  event: TimelineEvent;
  /** SHA-256 of the sealed form */
  sealed: string;
  /** ISO */
  sealedAt: string;
};

/** The addendum of one confirmation on the day: what was asked and answered, by whom and when, and the sealed form that it belongs to. */
export function confirmationDocument(source: DocumentSource, { event, sealed, sealedAt }: Confirmed): PdfDocument {
  const { pinned, consentId, organisation, madeAt, verifyUrl, verifyCode, versionNumber, timeZone } = source;
  const { detail } = event;
  const confirmedAt = textOf(detail['confirmedAt']) || event.at;
  const note = textOf(detail['note']);
  const clock = eventClockWords(event);
  return {
    title: 'Confirmation on the day',
    subject: 'Confirmation on the day',
    language: 'en-GB',
    createdAt: madeAt,
    organisation,
    subtitle: `${FORM_TITLES[pinned.formType].name} · version ${versionNumber}`,
    state: { words: `Confirmed, ${longDate(localDate(Date.parse(confirmedAt), timeZone))}`, tone: 'ok' },
    footer: { versionId: consentId, verifyUrl },
    blocks: [
      identityBlock(source),
      heading('What was asked'),
      { kind: 'choices', rows: answerRows(source, detail) },
      ...(note === '' ? [] : [heading('Note'), { kind: 'paragraph' as const, spans: [{ text: note }] }]),
      heading('Confirmed by'),
      {
        kind: 'signature',
        label: 'Confirmation',
        role: event.actor.role,
        name: event.actor.name,
        statement: textOf(detail['statement']),
        method: 'Typed name, signed in with a personal account',
        ...(event.deviceAt === null ? {} : { onDevice: exactTime(event.deviceAt, timeZone) }),
        received: exactTime(event.at, timeZone),
        ...(clock === null ? {} : { clock }),
        mark: { kind: 'typed', text: textOf(detail['typedName']) },
      },
      heading('Belongs to'),
      {
        kind: 'paragraph',
        spans: [
          {
            text: 'This page is added to a sealed form, which it does not change. Whether that form is in force is told by its code.',
          },
        ],
      },
      {
        kind: 'facts',
        rows: [
          fact('Sealed form', `Version ${versionNumber}, sealed ${exactTime(sealedAt, timeZone)}`),
          fact('Its SHA-256', sealed),
          fact('Its code', verifyCode),
          fact('Confirmed at', exactTime(confirmedAt, timeZone)),
        ],
      },
    ],
    attachment: { name: 'content.json', json: attachmentOf(source, { event, sealed, confirmedAt }) },
  };
}

/** The questions as they are asked about this form, with the answers. */
function answerRows({ pinned }: DocumentSource, detail: TimelineEvent['detail']): ChoiceRow[] {
  return confirmQuestions(pinned.formType).map(({ key, label }) => {
    const answer = detail[key];
    const words = answer === true ? 'Yes' : answer === false ? 'No' : 'Not recorded';
    return { title: label, answer: words, tone: 'plain' };
  });
}

function attachmentOf(
  { consentId, versionNumber, digest }: DocumentSource,
  { event, sealed, confirmedAt }: Pick<Confirmed, 'event' | 'sealed'> & { confirmedAt: string },
): string {
  const { id, at, deviceAt, actor, detail, hash } = event;
  return JSON.stringify({
    kind: 'CONFIRMATION',
    consentID: consentId,
    versionNumber,
    contentDigest: digest,
    belongsTo: { sha256: sealed },
    confirmedAt,
    event: { id, at, deviceAt, actor, detail, hash },
  });
}

function fact(term: string, text: string): Fact {
  return { term, value: [{ text }] };
}

function heading(text: string): PdfBlock {
  return { kind: 'heading', level: 2, text };
}

function textOf(value: TimelineEvent['detail'][string] | undefined): string {
  return typeof value === 'string' ? value : '';
}
