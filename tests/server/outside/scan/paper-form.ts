import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';

const BEFORE = 'assent:p1:019af000-0000-7000-8000-000000000001';
const AFTER = '0123456789abcdef';
const PAGES = 3;

/** The codes on the pages of {@link paperForm}. */
export const PAPER_CODES = Array.from({ length: PAGES }, (_, index) => `${BEFORE}:${index + 1}:${PAGES}:${AFTER}`);

/** A form as it is printed to be signed with ink. */
export function paperForm(): Buffer {
  const { attachment: _none, ...document } = demoDocument();
  const { verifyUrl: _, ...footer } = document.footer;
  return Buffer.from(renderPdf({ ...document, footer: { ...footer, pageCode: { before: BEFORE, after: AFTER } } }));
}
