import { withdrawalWords } from '#domain/cases/withdrawal.ts';
import { saidAt } from './content/addendum-document.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { consentById } from '#server/data/consents/consents.ts';
import {
  archiveViewingCopy,
  documentOf,
  insertDocument,
  isCopyInTimeline,
  replaceDocument,
  toldDigest,
  type DocumentRow,
} from '#server/data/documents/documents.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { sha256Hex } from '#server/sha256.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { refusalDocument } from '#server/work/documents/content/refusal-document.ts';
import { identityCheckBlocks } from '#server/work/documents/content/document-identity.ts';
import { documentHead } from '#server/work/documents/content/document-head.ts';
import { sourceOf, type DocumentSource } from '#server/work/documents/content/document-source.ts';
import type { DocumentOf } from '#server/work/documents/content/document-source.ts';
import { checkedScanOf, ScanNotDrawn } from './seal-checked-scan.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { inTransaction } from '#server/data/transaction.ts';

/** States in which a signed form is not in force, with the event that says since when. */
const ENDED = {
  WITHDRAWN: { event: 'WITHDRAWN', word: 'WITHDRAWN', sentence: 'The consent was withdrawn' },
  SUPERSEDED: { event: 'SUPERSEDED', word: 'REPLACED', sentence: 'A newer signed form replaced this one' },
  VOIDED: { event: 'VOIDED', word: 'VOID', sentence: 'The form was recorded in error' },
} as const satisfies Partial<Record<CaseStatus, object>>;

/** The checked scan, where it is whole: a copy that says that a form is not in force waits for nothing, and the check of records names the other. */
async function wholeScanOf(...scan: Parameters<typeof checkedScanOf>): ReturnType<typeof checkedScanOf> {
  return checkedScanOf(...scan).catch((error: unknown) => {
    if (error instanceof ScanNotDrawn) return undefined;
    throw error;
  });
}

/**
 * Draws and seals the viewing copy of a signed version that is no longer in force: the same form with its state on each page. The
 * sealed document stays beside it, unchanged, and so does the copy of an earlier end. Making it twice stores one; a copy that no
 * event tells of is replaced.
 *
 * @throws any error of drawing or sealing; the job is then retried
 */
export async function makeViewingCopy({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const key = { organisationId, id: consentID };
  const consent = await consentById(db, { organisationId, clinicianId: undefined }, consentID);
  const sealed = (await documentOf(db, key, 'SIGNED')) ?? (await documentOf(db, key, 'REFUSAL'));
  if (consent === undefined || sealed === undefined || !isEnded(consent.status)) return;
  if ((await toldDigest(db, key, 'VIEW')) !== undefined) return;
  // Drawing takes its time: no transaction is open meanwhile.
  const source = { ...(await sourceOf(consent, deps)), checkedScan: await wholeScanOf(db, key) };
  const drawn = await deps.pdf.render(viewingCopy(source, { status: consent.status, sealed }));
  const { bytes, level } = await deps.sealer.seal(drawn, 'Viewing copy that shows the state of the form');
  const sha256 = sha256Hex(bytes);
  await inTransaction(db, async (trx) => {
    const record = await lockCase(trx, { organisationId, clinicianId: undefined }, consent.case_id);
    if (record === undefined || (await toldDigest(trx, key, 'VIEW')) !== undefined) return;
    // Recorded in error while this copy was drawn: the job of that end makes the one that says so.
    if ((await consentById(trx, { organisationId, clinicianId: undefined }, consentID))?.status !== consent.status) return;
    const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    const before = await documentOf(trx, key, 'VIEW');
    const row = { organisation_id: organisationId, kind: 'VIEW' as const, sha256, bytes, level, made_at: now };
    const isArchived = before !== undefined && (await isCopyInTimeline(trx, key, before.sha256));
    if (isArchived) await archiveViewingCopy(trx, key);
    if (before === undefined || isArchived) await insertDocument(trx, { ...row, id: deps.newId(), consent_id: consentID });
    else await replaceDocument(trx, { ...row, id: before.id });
    await addSystemEvent(trx, deps, {
      organisationId,
      caseId: record.id,
      at: now,
      type: 'COPY_MADE',
      versionId: consentID,
      detail: { level, sha256 },
    });
  });
}

function isEnded(status: CaseStatus): status is keyof typeof ENDED {
  return status in ENDED;
}

type Ended = { readonly status: keyof typeof ENDED; readonly sealed: Pick<DocumentRow, 'kind' | 'sha256'> };

/** The sealed document with its state: a form, or the paper of a refusal that was recorded in error. */
function viewingCopy(source: DocumentSource, { status, sealed }: Ended): PdfDocument {
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
