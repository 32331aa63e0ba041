import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, test, vi } from 'vitest';
import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from './demo-document.ts';

/** How often a document is laid out before it is written. */
function layoutsOf(document: PdfDocument): number {
  const compile = vi.spyOn(NodeCompiler.prototype, 'compile');
  renderPdf(document);
  return compile.mock.calls.length;
}
const lines = (count: number): PdfBlock => ({ kind: 'paragraph', spans: [{ text: 'Words\n'.repeat(count) }] });
const pageCode = { before: 'assent:demo' };

test('a document that fills its last page is laid out once', () => {
  expect(layoutsOf(demoDocument({ blocks: [lines(10)] }))).toBe(1);
});

test('a document whose last page has little on it is laid out once more: its pages end a little higher', () => {
  expect(layoutsOf(demoDocument({ blocks: [lines(120)] }))).toBe(2);
});

test.each([
  [2, 1, 80],
  [1, 2, 10],
  [3, 3, 120],
  [4, 2, 190],
])('a form on paper of %i pages is laid out in %i steps, as each page has its code', (_, steps, count) => {
  expect(layoutsOf(demoDocument({ blocks: [lines(count)], footer: { pageCode } }))).toBe(steps);
});
