import { afterAll, expect, test } from 'vitest';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { writeRevision } from '#server/outside/seal/archive-revision.ts';
import { reserveGap } from '#server/outside/seal/reserve-gap.ts';
import { blankForm } from '#server/work/documents/blank/blank-form.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { refusalDocument } from '#server/work/documents/content/refusal-document.ts';
import { beforeSigning } from '#server/work/documents/content/unsigned-source.ts';
import { accessibleFaults } from '#tests/server/outside/pdf/accessible-faults.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { documentSource } from '#tests/support/forms/document-form.ts';
import { declinedForm } from '#tests/support/forms/ended-forms.ts';
import { usualEvents } from '#tests/support/forms/usual-events.ts';
import { plainForm } from '#tests/support/forms/plain-form.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { pageFaults } from './page-faults.ts';
import { randomForm } from './random-form.ts';

const next = seededRandom('pages');
/** An archival stamp without its token: what it writes of the file is all there. */
const REVISION = { certificates: [], lists: [], room: 64 } as const;

const documents = Array.from({ length: isFull ? 300 : 24 }, (_, nth) => {
  const round = Math.floor(nth / DOCUMENT_KINDS.length);
  const parts = randomForm(next, round + nth);
  const source = documentSource(parts);
  const events = usualEvents(`Demo Signer ${nth}`, 'PATIENT', source.consentId);
  const kind = DOCUMENT_KINDS[nth % DOCUMENT_KINDS.length] ?? consentDocument;
  return [nth, kind({ ...source, events: events.slice(nth % events.length) }, round, parts)] as const;
});

const sound = { documents: documents.length, kept: 0, pages: 0 };
afterAll(() => printFigure(`documents by the rules of PDF/UA-1, with full pages: ${JSON.stringify(sound)}`));

test.each(documents)('document %i keeps to PDF/UA-1, and each of its pages is full and says whose it is', async (_, document) => {
  const drawn = await drawPdf(document);
  const file = await reserveGap({ pdf: drawn, reason: 'Sealed', now: 0, room: 64 });
  expect(await accessibleFaults(file)).toEqual([]);
  const stamped = writeRevision(writeRevision(Buffer.from(file), REVISION).bytes, REVISION).bytes;
  expect(await accessibleFaults(stamped)).toEqual([]);
  expect(pageFaults(drawn, document)).toEqual([]);
  expect(onPdf(drawn, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  sound.kept += 1;
  sound.pages += Number(onPdf(drawn, 'qpdf', '--show-npages', 'FILE'));
});

test.each([
  ['FORM_1', 2],
  ['FORM_2', 2],
  ['FORM_4', 3],
] as const)('a plain %s has %i pages', async (formType, pages) => {
  const text = onPdf(await drawPdf(consentDocument(plainForm(formType))), 'pdftotext', 'FILE', '-');
  expect(text).toContain(`Page ${pages} of ${pages}`);
});

test.each([
  ['FORM_1', 3],
  ['FORM_2', 6],
  ['FORM_3', 3],
  ['FORM_4', 7],
] as const)('a blank %s has %i pages, each full, and the boxes to sign have a date and a time', async (formType, pages) => {
  const document = blankForm(formType);
  const file = await drawPdf(document);
  const text = onPdf(file, 'pdftotext', '-layout', 'FILE', '-');
  expect(text).toContain(`Page ${pages} of ${pages}`);
  expect(pageFaults(file, document)).toEqual([]);
  const boxes = text.match(/Name in capitals +Date signed +Time/gu) ?? [];
  expect(boxes.length).toBe(text.split('Name in capitals').length - 1);
  expect(boxes.length).toBeGreaterThan(3);
});

test('the first two rows of a table that stands behind facts stay together with its head, wherever they come to stand', async () => {
  const facts = [{ term: 'What it is', value: [{ text: 'Dementia' }] }];
  const rows = Array.from({ length: 4 }, (_, nth) => [[{ text: `Can ${nth}` }], [{ text: 'Yes' }]]);
  for (let lines = 42; lines < 54; lines++) {
    const document: PdfDocument = {
      ...consentDocument(documentSource()),
      blocks: [
        { kind: 'paragraph', spans: [{ text: '\n'.repeat(lines) }] },
        { kind: 'heading', level: 2, text: 'Can the patient decide?' },
        { kind: 'facts', rows: facts },
        { kind: 'table', columns: [{ title: 'The patient' }, { title: 'Answer' }], rows },
      ],
    };
    const faults = pageFaults(await drawPdf(document), document);
    expect(faults.filter((fault) => fault.includes('alone'))).toEqual([]);
  }
});

test('an author of several lines begins beside the first line of the event', async () => {
  const who = 'Demo Parent, Parent (recorded as Patient), recorded by Demo Surgeon of the second team, Consultant';
  const row = { day: '6 August 2026, times in BST', at: '15:05:00', what: 'Signed', who };
  const document: PdfDocument = { ...consentDocument(documentSource()), blocks: [{ kind: 'timeline', rows: [row, row] }] };
  const lines = onPdf(await drawPdf(document), 'pdftotext', '-layout', 'FILE', '-').split('\n');
  expect(lines.filter((line) => /15:05:00 +Signed +Demo Parent/u.test(line))).toHaveLength(2);
});

test('red is for strips and for states that nobody may miss', async () => {
  const source = documentSource();
  const [, , , audit] = DOCUMENT_KINDS;
  const isRed = async (document: PdfDocument) =>
    onPdf(await drawPdf(document), 'pdftocairo', '-svg', '-f', '1', '-l', '1', 'FILE', '-').includes('rgb(63.9');
  for (const document of [audit?.(source, 0, {}), blankForm('FORM_1'), paperDocument(beforeSigning(source), new Map())])
    expect(document !== undefined && (await isRed(document))).toBe(false);
  expect(await isRed(refusalDocument(declinedForm(plainForm('FORM_1'))))).toBe(true);
});

test('a heading above more choices than stay together is never left alone, wherever it comes to stand', async () => {
  const rows = Array.from({ length: 24 }, () => ({ title: 'May we ask again?', answer: 'Agrees', tone: 'plain' as const }));
  for (let lines = 44; lines < 56; lines++) {
    const document: PdfDocument = {
      ...consentDocument(documentSource()),
      blocks: [
        { kind: 'paragraph', spans: [{ text: '\n'.repeat(lines) }] },
        { kind: 'heading', level: 2, text: 'Choices of the patient' },
        { kind: 'choices', rows },
      ],
    };
    const faults = pageFaults(await drawPdf(document), document);
    expect(faults.filter((fault) => fault.includes('alone'))).toEqual([]);
  }
});

test('a heading of several lines does not go on over the patient at the head of the next page', async () => {
  const document: PdfDocument = {
    ...consentDocument(documentSource()),
    blocks: [
      ...consentDocument(documentSource()).blocks.slice(0, 1),
      { kind: 'heading', level: 2, text: 'A heading that goes on and on. '.repeat(12) },
      { kind: 'paragraph', spans: [{ text: 'Words\n'.repeat(70) }] },
    ],
  };
  expect(pageFaults(await drawPdf(document), document)).toEqual([]);
});
