import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, test } from 'vitest';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { accessible } from '#server/outside/pdf/accessible.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { accessibleFaults } from './accessible-faults.ts';
import { demoDocument } from './demo-document.ts';
import { onPdf } from './pdf-tools.ts';

/** Names of other scripts, in marks of their own and in a part of their own. */
const FOREIGN: readonly PdfBlock[] = [
  { kind: 'paragraph', spans: [{ text: 'Demo-Rowan مُحَمَّد and Владимир' }] },
  { kind: 'facts', rows: [{ term: 'Name', value: [{ text: 'কাজী' }] }] },
  { kind: 'foreign', language: 'ar', blocks: [{ kind: 'paragraph', spans: [{ text: 'عملية' }] }] },
];
const document = demoDocument();
const drawn = await drawPdf({ ...document, blocks: [...document.blocks, ...FOREIGN] });
const whole = await accessible(drawn);

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

type Planted = (pdf: PDF, parts: readonly PdfDict[]) => void;
const only = (parts: readonly PdfDict[], kind: string) =>
  parts.filter((each) => (each.get('S') as PdfName | undefined)?.value === kind);
const renamed =
  (from: string, to: string): Planted =>
  (_, parts) => {
    for (const each of only(parts, from)) each.set('S', PdfName.of(to));
  };

const withoutLanguage =
  (language: string): Planted =>
  (pdf, parts) => {
    for (const each of parts) if (stringOf(each.get('Lang')) === language) each.delete('Lang');
    for (const { dict } of pdf.getPages()) {
      const ref = dict.get('Contents');
      const content = ref instanceof PdfRef ? pdf.getObject(ref) : ref;
      if (!(content instanceof PdfStream)) continue;
      const text = Buffer.from(content.getDecodedData()).toString('latin1');
      content.setData(Buffer.from(text.replaceAll(`/Lang (${language})`, '').replaceAll(`/Lang(${language})`, ''), 'latin1'));
    }
  };

const stringOf = (value: unknown) => (value instanceof PdfString ? value.asString() : undefined);

test.each<[fault: string, Planted]>([
  ['not marked', (pdf) => pdf.getCatalog().delete('MarkInfo')],
  ['not PDF/UA', (pdf) => pdf.getCatalog().delete('Metadata')],
  ['title not shown', (pdf) => pdf.getCatalog().delete('ViewerPreferences')],
  ['no language', (pdf) => pdf.getCatalog().delete('Lang')],
  ['no structure', (pdf) => pdf.getCatalog().delete('StructTreeRoot')],
  ['page 1: tabs not by structure', (pdf) => pdf.getPage(0)?.dict.delete('Tabs')],
  ['not one H1', renamed('H1', 'P')],
  ['levels skipped', renamed('H2', 'H4')],
  ['table without TH', renamed('TH', 'TD')],
  // Facts as a table are one without a header.
  ['table without TH', renamed('L', 'Table')],
  ['list not of LI', renamed('LI', 'P')],
  ['figure without Alt', (_, parts) => only(parts, 'Figure').forEach((each) => each.delete('Alt'))],
  ['figure without Alt', (_, parts) => only(parts, 'Figure').forEach((each) => each.set('Alt', PdfString.fromString('')))],
  ['content beside the structure', (_, parts) => only(parts, 'P').forEach((each) => each.delete('K'))],
  [
    'widget on a page',
    (pdf) => {
      const widget = pdf.register(PdfDict.of({ Type: PdfName.of('Annot'), Subtype: PdfName.of('Widget') }));
      pdf.getPage(1)?.dict.set('Annots', PdfArray.of(widget));
    },
  ],
  // Names as their letters alone: a reader would speak them as English.
  ...['ar', 'ru', 'bn'].map((language): [string, Planted] => ['foreign letters without a language', withoutLanguage(language)]),
])('“%s” is found where it is planted', async (fault, plant) => {
  const pdf = await PDF.load(whole);
  plant(pdf, structureOf(pdf));
  expect((await accessibleFaults(await pdf.save())).join('\n')).toContain(fault);
});

/** The dictionaries of a file's structure. */
function structureOf(pdf: PDF): PdfDict[] {
  const inside = (value: unknown): PdfDict[] => {
    const found = value instanceof PdfRef ? pdf.getObject(value) : value;
    if (found instanceof PdfArray) return [...found].flatMap(inside);
    return found instanceof PdfDict ? [found, ...inside(found.get('K'))] : [];
  };
  return inside(pdf.getCatalog().get('StructTreeRoot'));
}
