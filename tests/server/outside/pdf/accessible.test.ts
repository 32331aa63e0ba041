import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, test } from 'vitest';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { accessible } from '#server/outside/pdf/accessible.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { reserveGap } from '#server/outside/seal/reserve-gap.ts';
import { accessibleFaults } from './accessible-faults.ts';
import { demoDocument } from './demo-document.ts';
import { onPdf } from './pdf-tools.ts';
import { PLANTED, withPlanted } from './planted-faults.ts';

/** Names of other scripts, in marks of their own and in a part of their own. */
const FOREIGN: readonly PdfBlock[] = [
  { kind: 'paragraph', spans: [{ text: 'Demo-Rowan مُحَمَّد and Владимир' }] },
  { kind: 'facts', rows: [{ term: 'Name', value: [{ text: 'কাজী' }] }] },
  { kind: 'foreign', language: 'ar', blocks: [{ kind: 'paragraph', spans: [{ text: 'عملية' }] }] },
];
const document = demoDocument();
const drawn = await drawPdf({ ...document, blocks: [...document.blocks, ...FOREIGN] });
const whole = await accessible(drawn);
const sealed = await reserveGap({ pdf: drawn, reason: 'Sealed', now: 0, room: 64 });

test('a drawn document has the marks of PDF/UA-1 beside those of PDF/A-3a, and the bytes that were drawn', async () => {
  expect(await accessibleFaults(whole)).toEqual([]);
  expect(Buffer.from(whole.subarray(0, drawn.length)).equals(Buffer.from(drawn))).toBe(true);
  expect(onPdf(whole, 'pdfinfo', '-meta', 'FILE')).toMatch(/pdfaid:conformance\W+A\b/);
  expect(onPdf(whole, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(await accessibleFaults(drawn)).toEqual(
    expect.arrayContaining(['not PDF/UA', 'title not shown', 'page 2: tabs not by structure']),
  );
});

test('the compiler’s own rules for PDF/UA-1 find no fault either', () => {
  const { attachment: _, ...alone } = demoDocument();
  expect(renderPdf(alone, PdfStandard.UA_1).length).toBeGreaterThan(10_000);
});

test.each(PLANTED)('“%s” is found where it is planted', async (fault, plant) => {
  expect(await accessibleFaults(sealed)).toEqual([]);
  expect((await accessibleFaults(await withPlanted(sealed, plant))).join('\n')).toContain(fault);
});
