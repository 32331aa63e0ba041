import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';

const BEFORE = 'assent:p1:019af000-0000-7000-8000-000000000001';
const AFTER = '0123456789abcdef';
const PAGES = 3;

/** The codes on the pages of {@link paperForm}. */
export const PAPER_CODES = Array.from({ length: PAGES }, (_, index) => `${BEFORE}:${index + 1}:${PAGES}:${AFTER}`);

/** So much that the form needs its third page. */
const NOTES: readonly PdfBlock[] = Array.from({ length: 60 }, (_, at) => ({
  kind: 'paragraph',
  spans: [{ text: `Note ${at + 1} of the ward.` }],
}));

/** A form of three pages as it is printed to be signed with ink. */
export function paperForm(): Buffer {
  const { attachment: _none, blocks, ...document } = demoDocument();
  const { verifyUrl: _, ...footer } = document.footer;
  const pages = { ...document, blocks: [...blocks, ...NOTES], footer: { ...footer, pageCode: { before: BEFORE, after: AFTER } } };
  return Buffer.from(renderPdf(pages));
}
