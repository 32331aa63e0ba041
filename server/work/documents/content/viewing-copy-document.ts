import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { DocumentRow } from '#server/data/documents/documents.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { saidAt } from './addendum-document.ts';
import { consentDocument } from './document.ts';
import { documentHead } from './document-head.ts';
import { identityCheckBlocks } from './document-identity.ts';
import type { DocumentSource } from './document-source.ts';
import { refusalDocument } from './refusal-document.ts';

/** States in which a signed form is not in force, with the event that says since when. */
const ENDED = {
  WITHDRAWN: { event: 'WITHDRAWN', word: 'WITHDRAWN', sentence: 'The consent was withdrawn' },
  SUPERSEDED: { event: 'SUPERSEDED', word: 'REPLACED', sentence: 'A newer signed form replaced this one' },
  VOIDED: { event: 'VOIDED', word: 'VOID', sentence: 'The form was recorded in error' },
} as const satisfies Partial<Record<CaseStatus, object>>;

/** Whether a viewing copy is owed: the version was signed or refused, and its paper says nothing that holds. */
export function isEnded(status: CaseStatus): status is keyof typeof ENDED {
  return status in ENDED;
}

export type EndedDocument = { readonly status: keyof typeof ENDED; readonly sealed: Pick<DocumentRow, 'kind' | 'sha256'> };

/** The sealed document with its state on each page: a form, or the paper of a refusal that was recorded in error. */
export function viewingCopyDocument(source: DocumentSource, { status, sealed }: EndedDocument): PdfDocument {
  const document = sealed.kind === 'REFUSAL' ? refusalDocument(source) : consentDocument(source);
  const { event, word, sentence } = ENDED[status];
  const ending = source.events.findLast(({ type, versionId }) => type === event && versionId === source.consentId);
  const how = status === 'WITHDRAWN' && ending !== undefined ? `${withdrawalWords(ending)}\n` : '';
  const since = ending === undefined ? '' : ` on ${exactTime(saidAt(ending), source.timeZone)}`;
  const [identity, ...blocks] = document.blocks;
  return {
    ...document,
    ...documentHead(source, { subject: 'Viewing copy', state: word.toLowerCase(), title: document.title }),
    ...(document.subtitle === undefined ? {} : { subtitle: document.subtitle }),
    state: { words: word, tone: 'stop' },
    watermark: word,
    footer: { ...document.footer, state: `${word}${since}. Viewing copy.` },
    blocks: [
      ...(identity === undefined ? [] : [identity]),
      {
        kind: 'notice',
        tone: 'stop',
        title: `${sentence}${since}. It is not in force.`,
        spans: [
          ...(how === '' ? [] : [{ text: how, bold: true }]),
          { text: 'This is a viewing copy. The document that was sealed is kept unchanged beside it. Its SHA-256 is ' },
          { text: sealed.sha256 },
        ],
      },
      ...identityCheckBlocks(source),
      ...blocks,
    ],
  };
}
