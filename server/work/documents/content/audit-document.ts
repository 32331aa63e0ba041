import { PROTECTION_EVENTS } from '#domain/patients/restricted.ts';
import { isSignedOnPaper } from '#domain/documents/paper-scan.ts';
import { exactTime, localDate, longDate } from '#domain/values/plain-date.ts';
import { eventAuthors } from '#domain/cases/event-author.ts';
import { CHAIN_START, type TimelineEvent, type TimelineEventType } from '#domain/cases/timeline.ts';
import type { FileDigest } from '#server/data/documents/documents.ts';
import type { Fact, PdfBlock, PdfDocument, Span, TimelineRow } from '#server/outside/pdf/blocks.ts';
import type { CheckedCase } from '#server/work/integrity/check-case.ts';
import { identityBlock } from './document.ts';
import { documentHead } from './document-head.ts';
import { heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';
import { timelineRow } from './document-timeline.ts';
import type { SignerUnderstanding } from '#domain/library/understanding.ts';
import { understandingWords } from '#domain/library/understanding-words.ts';
import { isSignerRole } from '#domain/forms/signer-roles.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { DOCUMENT_WORDS } from '#domain/documents/document-words.ts';

type Audited = {
  /** ISO */
  readonly at: string;
  /** the present state of the version in words */
  readonly state: string;
  readonly checked: CheckedCase;
  /** the events of the case that the reader may read */
  readonly events: readonly TimelineEvent[];
  readonly files: readonly FileDigest[];
  /** how signers answered; empty for a reader who may not read it */
  readonly understanding: readonly SignerUnderstanding[];
};

/** The audit file of a version: the timeline of its case, whether that is whole, and the files of the version with their digests. */
export function auditDocument(source: DocumentSource, audited: Audited): PdfDocument {
  const { consentId, timeZone } = source;
  const { at, state, checked, events, files, understanding } = audited;
  const authorOf = eventAuthors(checked.events, source.signers);
  const made = `Made ${exactTime(at, timeZone)}.`;
  return {
    ...documentHead(source, { title: 'Audit trail', subject: 'Audit trail', state: state.toLowerCase() }),
    createdAt: Date.parse(at),
    state: { words: state, tone: 'info' },
    footer: { versionId: consentId, state: made },
    blocks: [
      identityBlock(source),
      { kind: 'facts', rows: facts(source, audited) },
      heading('Files of this version'),
      ...fileBlocks(files, timeZone),
      ...understandingBlocks(understanding),
      heading('Timeline of the case'),
      ...(events.length === checked.events.length
        ? []
        : [paragraph('Some events are about a form of another patient, and are not shown to whoever asked for this.')]),
      { kind: 'timeline', rows: events.map((event) => auditRow(event, { author: authorOf(event), timeZone })) },
      {
        kind: 'digests',
        rows: [{ term: 'Last event of the timeline (SHA-256)', text: checked.events.at(-1)?.hash ?? CHAIN_START }],
        note: CHAINED,
      },
    ],
  };
}

const CHAINED =
  'Each event carries the number of the one before it. If an event above were changed or taken out, this number would no longer fit.';

function facts(
  { consentId, digest, sentAt, signedAt, recipients, timeZone }: DocumentSource,
  { state, checked }: Audited,
): Fact[] {
  const { events, faults } = checked;
  const whole = `Whole: all ${events.length} events fit together, and the stored case is as they say.`;
  const broken = 'Not whole: the timeline or the stored case was changed. Please tell your administrator.';
  return [
    fact('State', state),
    fact('Version', consentId),
    fact('Digest of what was shown', digest === '' ? 'None: the form was not sent.' : digest),
    fact('Sent', sentAt === null ? 'Not sent' : exactTime(sentAt, timeZone)),
    fact('All signed', signedWords({ signedAt, recipients, timeZone })),
    fact('Timeline', faults.length === 0 ? whole : broken),
  ];
}

/** Of a form on paper the day alone: nobody wrote a time beside it. */
function signedWords({ signedAt, recipients, timeZone }: Pick<DocumentSource, 'signedAt' | 'recipients' | 'timeZone'>): string {
  if (signedAt === null) return 'Not signed by all';
  return isSignedOnPaper(recipients) ? longDate(localDate(Date.parse(signedAt), timeZone)) : exactTime(signedAt, timeZone);
}

function fileBlocks(files: readonly FileDigest[], timeZone: string): PdfBlock[] {
  if (files.length === 0) return [paragraph('No file of this version was made yet.')];
  return [
    {
      kind: 'table',
      columns: [
        { title: 'File', share: 3, strong: true },
        { title: 'Made', share: 3 },
        { title: 'SHA-256', share: 5 },
      ],
      rows: files.map(({ kind, madeAt, sha256 }) => [words(fileWords(kind)), words(exactTime(madeAt, timeZone)), words(sha256)]),
    },
  ];
}

/** How often each question was answered wrongly, and how it ended; never an answer in its words. */
function understandingBlocks(all: readonly SignerUnderstanding[]): PdfBlock[] {
  const rows = all.flatMap((signer) =>
    signer.results.map((result) => [
      words(signer.name === '' && isSignerRole(signer.role) ? ROLE_WORDS[signer.role] : signer.name),
      words(result.question),
      words(understandingWords(result)),
    ]),
  );
  if (rows.length === 0) return [];
  return [
    heading('Questions of understanding'),
    {
      kind: 'table',
      columns: [
        { title: 'Signer', share: 3, strong: true },
        { title: 'Question', share: 5 },
        { title: 'How it ended', share: 3 },
      ],
      rows,
    },
  ];
}

/** Audit files are left out of their own list. */
function fileWords(kind: FileDigest['kind']): string {
  const words = DOCUMENT_WORDS[kind];
  return 'audit' in words ? words.audit : kind;
}

/** An event with the words that somebody wrote about it. */
function auditRow(event: TimelineEvent, how: Parameters<typeof timelineRow>[1]): TimelineRow {
  const row = timelineRow(event, how);
  // The words of a withdrawal hold its reason.
  if (NOT_PRINTED.has(event.type) || event.type === 'WITHDRAWN') return row;
  const written = WRITTEN.flatMap((key) => {
    const text = event.detail[key];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  return { ...row, what: [row.what, ...written].join('\n') };
}

// Members of an event that a person wrote in words; others are for programs.
const WRITTEN = ['reason', 'comments', 'note', 'question', 'answer'] as const;

// A printed file may lie about: why somebody hides from whom is read on the screen alone.
const NOT_PRINTED = new Set<string>(PROTECTION_EVENTS satisfies readonly TimelineEventType[]);

function fact(term: string, text: string): Fact {
  return { term, value: words(text) };
}

function words(text: string): Span[] {
  return [{ text }];
}
