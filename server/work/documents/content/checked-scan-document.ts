import { counted } from '#domain/base/counted.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { DOCUMENT_WORDS } from '#domain/documents/document-words.ts';
import { scanPageAlt, scanPageTitle } from '#domain/documents/checked-scan.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import { exactTime, localDate, longDate } from '#domain/values/plain-date.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { actorWords } from './addendum-document.ts';
import { identityBlock } from './document.ts';
import { documentHead } from './document-head.ts';
import { factBlocks, heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/** A scan that a clinician has confirmed, with the event that says so. */
export type ConfirmedScan = { readonly scan: UploadedScan; readonly confirmed: TimelineEvent };

/** A page of a scan as it is drawn into the document. */
export type DrawnPage = { readonly jpeg: Uint8Array; readonly width: number; readonly height: number };

/**
 * The pages of a form that was signed on paper, each as a picture, behind a page that says whose they are and who has checked them.
 *
 * @param pages - of all scans, in their order
 */
export function checkedScanDocument(
  source: DocumentSource,
  { scans, pages }: { readonly scans: readonly ConfirmedScan[]; readonly pages: readonly DrawnPage[] },
): PdfDocument {
  const { consentId, madeAt, verifyUrl, verifyCode, versionNumber, timeZone, digest } = source;
  const { title } = DOCUMENT_WORDS.SCAN_CHECKED;
  return {
    ...documentHead(source, { title, subject: title, state: 'checked' }),
    createdAt: madeAt,
    state: { words: `Checked and sealed, ${longDate(localDate(madeAt, timeZone))}`, tone: 'ok' },
    footer: { versionId: consentId, verifyUrl },
    blocks: [
      identityBlock(source),
      {
        kind: 'notice',
        tone: 'info',
        title: `Signed on paper: ${counted(pages.length, 'page')}`,
        spans: [
          {
            text: composedList(
              scans.map(({ confirmed }) => composed`Checked by ${actorWords(confirmed)}, ${exactTime(confirmed.at, timeZone)}`),
              '. ',
            ),
          },
        ],
      },
      heading('Belongs to'),
      paragraph(
        'The pages that follow belong to a sealed form, which they do not change. Whether that form is in force is told by its code.',
      ),
      ...factBlocks([
        { label: 'Sealed form', text: `Version ${versionNumber}` },
        { label: 'Its code', text: verifyCode },
        { label: 'What was shown (SHA-256)', text: digest },
        ...scans.map(({ scan: { sha256, pages: count } }) => ({
          label: 'Scan as uploaded',
          text: `${counted(count, 'page')}. SHA-256: ${sha256}`,
        })),
      ]),
    ],
    attachment: {
      name: 'content.json',
      json: JSON.stringify({
        kind: 'SCAN_CHECKED',
        consentID: consentId,
        versionNumber,
        contentDigest: digest,
        scans: scans.map(({ scan, confirmed: { id, at, actor, detail, hash } }) => ({
          sha256: scan.sha256,
          pages: scan.pages,
          event: { id, at, actor, detail, hash },
        })),
      }),
    },
    pagePictures: pages.map(({ jpeg, width, height }, at) => ({
      jpeg,
      title: scanPageTitle(at + 1),
      alt: scanPageAlt(at + 1),
      isWide: width > height,
    })),
  };
}
