import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from './demo-document.ts';
import { footerCode, modulesOf } from './read-code.ts';

test('the code in the footer, as printed, is the code of the address that checks the document', () => {
  const document = demoDocument({ blocks: [] });
  const expected = modulesOf(document.footer.verifyUrl ?? '');
  expect(footerCode(renderPdf(document), expected, { page: 1, width: 15 })).toBe(expected);
});

test('the code of each page names the page and how many there are', () => {
  const { verifyUrl: _, ...footer } = demoDocument().footer;
  const pageCode = { before: `assent:p1:${footer.versionId}`, after: '0123456789abcdef' };
  const pdf = renderPdf(demoDocument({ footer: { ...footer, pageCode } }));
  for (const page of [1, 2]) {
    const expected = modulesOf(`assent:p1:${footer.versionId}:${page}:2:0123456789abcdef`);
    expect(footerCode(pdf, expected, { page, width: 18 })).toBe(expected);
  }
});
