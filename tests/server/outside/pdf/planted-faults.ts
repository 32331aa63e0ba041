import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { operationsOf } from '#server/outside/pdf/content-stream.ts';

/** A fault that is planted in an open file; `parts` are the dictionaries of its structure. */
type Planted = (pdf: PDF, parts: readonly PdfDict[]) => void;

/** Each rule of PDF/UA-1 that is proven of documents, with a change that breaks it; the key is found in what the checks say. */
export const PLANTED: readonly (readonly [fault: string, Planted])[] = [
  ['not marked', (pdf) => pdf.getCatalog().delete('MarkInfo')],
  ['not PDF/UA', (pdf) => pdf.getCatalog().delete('Metadata')],
  [
    'no schema of PDF/UA',
    withMetadata('http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>', '</pdfaSchema:namespaceURI>'),
  ],
  ['not PDF/A-3', withMetadata('<pdfaid:part>3</pdfaid:part>', '<pdfaid:part>2</pdfaid:part>')],
  ['no title', withMetadata(/<dc:title>[\s\S]*<\/dc:title>/u, '')],
  ['title not shown', (pdf) => pdf.getCatalog().delete('ViewerPreferences')],
  ['no language', (pdf) => pdf.getCatalog().delete('Lang')],
  ['no structure', (pdf) => pdf.getCatalog().delete('StructTreeRoot')],
  ['field without TU', (pdf) => fieldsOf(pdf).forEach((each) => each.delete('TU'))],
  ['page 1: tabs not by structure', (pdf) => pdf.getPage(0)?.dict.delete('Tabs')],
  ['not one H1', renamed('H1', 'P')],
  ['levels skipped', renamed('H2', 'H4')],
  ['table without TH', renamed('TH', 'TD')],
  // Facts as a table are one without a header.
  ['table without TH', renamed('L', 'Table')],
  ['list not of LI', renamed('LI', 'P')],
  ['figure without Alt', (_, parts) => only(parts, 'Figure').forEach((each) => each.delete('Alt'))],
  ['figure without Alt', (_, parts) => only(parts, 'Figure').forEach((each) => each.set('Alt', PdfString.fromString('')))],
  ['link without Contents', (pdf) => annotationsOf(pdf, 'Link').forEach((each) => each.delete('Contents'))],
  ['content beside the structure', (_, parts) => only(parts, 'P').forEach((each) => each.delete('K'))],
  ['content beside the parent tree', withoutParents],
  ['paints unmarked', withContent((content) => `${content}\n0 0 1 1 re f`)],
  ['glyphs .notdef', withContent(withZeroGlyph)],
  ['not embedded', (pdf) => descendantsOf(pdf).forEach((each) => withoutProgram(descriptorOf(pdf, each)))],
  ['without ToUnicode', (pdf) => fontsOf(pdf).forEach((each) => each.delete('ToUnicode'))],
  [
    'widget on a page',
    (pdf) => {
      const widget = pdf.register(PdfDict.of({ Type: PdfName.of('Annot'), Subtype: PdfName.of('Widget') }));
      pdf.getPage(1)?.dict.set('Annots', PdfArray.of(widget));
    },
  ],
  // Names as their letters alone: a reader would speak them as English.
  ...['ar', 'ru', 'bn'].map((language) => ['foreign letters without a language', withoutLanguage(language)] as const),
];

/** A file with one fault planted. */
export async function withPlanted(file: Uint8Array, plant: Planted): Promise<Uint8Array> {
  const pdf = await PDF.load(file);
  plant(pdf, structureOf(pdf));
  return pdf.save();
}

function only(parts: readonly PdfDict[], kind: string): PdfDict[] {
  return parts.filter((each) => (each.get('S') as PdfName | undefined)?.value === kind);
}

function renamed(from: string, to: string): Planted {
  return (_, parts) => {
    for (const each of only(parts, from)) each.set('S', PdfName.of(to));
  };
}

function withoutLanguage(language: string): Planted {
  return (pdf, parts) => {
    for (const each of parts) if (stringOf(each.get('Lang')) === language) each.delete('Lang');
    withContent((content) => content.replaceAll(`/Lang (${language})`, '').replaceAll(`/Lang(${language})`, ''))(pdf, parts);
  };
}

/** Changes the content of each page, one character a byte. */
function withContent(change: (content: string) => string): Planted {
  return (pdf) => {
    for (const { dict } of pdf.getPages()) changeStream(follow(pdf, dict.get('Contents')), change, 'latin1');
  };
}

/** Shows glyph 0 where the page shows its first text. */
function withZeroGlyph(content: string): string {
  const first = operationsOf(content).find(({ name }) => name === 'Tj' || name === 'TJ');
  if (first === undefined) throw new Error('The page shows no text');
  return `${content.slice(0, first.start)} <0000> Tj ${content.slice(first.start)}`;
}

function withoutProgram(descriptor: PdfDict | undefined): void {
  for (const program of ['FontFile', 'FontFile2', 'FontFile3']) descriptor?.delete(program);
}

/** Changes the facts that a file gives about itself. */
function withMetadata(from: string | RegExp, to: string): Planted {
  return (pdf) => changeStream(follow(pdf, pdf.getCatalog().get('Metadata')), (words) => words.replace(from, to), 'utf8');
}

function changeStream(stream: unknown, change: (text: string) => string, encoding: 'latin1' | 'utf8'): void {
  if (!(stream instanceof PdfStream)) throw new Error('There is nothing to plant a fault in');
  const text = Buffer.from(stream.getDecodedData()).toString(encoding);
  stream.delete('Filter');
  stream.setData(Buffer.from(change(text), encoding));
}

/** Leaves each list of the parent tree empty: no mark of a page finds its part. */
function withoutParents(pdf: PDF): void {
  const root = follow(pdf, pdf.getCatalog().get('StructTreeRoot'));
  const tree = root instanceof PdfDict ? follow(pdf, root.get('ParentTree')) : undefined;
  const nums = tree instanceof PdfDict ? follow(pdf, tree.get('Nums')) : undefined;
  if (!(tree instanceof PdfDict) || !(nums instanceof PdfArray)) throw new Error('There is no parent tree');
  tree.set('Nums', PdfArray.of(...[...nums].map((each, at) => (at % 2 === 0 ? each : PdfArray.of()))));
}

function annotationsOf(pdf: PDF, kind: string): PdfDict[] {
  return pdf.getPages().flatMap(({ dict }) => {
    const all = follow(pdf, dict.get('Annots'));
    const dicts = all instanceof PdfArray ? [...all].map((each) => follow(pdf, each)) : [];
    return dicts.filter((each) => each instanceof PdfDict).filter((each) => (each.get('Subtype') as PdfName).value === kind);
  });
}

function fieldsOf(pdf: PDF): PdfDict[] {
  const form = follow(pdf, pdf.getCatalog().get('AcroForm'));
  const fields = form instanceof PdfDict ? follow(pdf, form.get('Fields')) : undefined;
  return fields instanceof PdfArray ? [...fields].map((each) => follow(pdf, each)).filter((each) => each instanceof PdfDict) : [];
}

function fontsOf(pdf: PDF): PdfDict[] {
  return pdf.getPages().flatMap((page) => {
    const fonts = follow(pdf, page.getResources().get('Font'));
    return fonts instanceof PdfDict
      ? [...fonts].map(([, font]) => follow(pdf, font)).filter((each) => each instanceof PdfDict)
      : [];
  });
}

function descendantsOf(pdf: PDF): PdfDict[] {
  return fontsOf(pdf).flatMap((font) => {
    const all = follow(pdf, font.get('DescendantFonts'));
    return all instanceof PdfArray ? [...all].map((each) => follow(pdf, each)).filter((each) => each instanceof PdfDict) : [];
  });
}

function descriptorOf(pdf: PDF, font: PdfDict): PdfDict | undefined {
  const found = follow(pdf, font.get('FontDescriptor'));
  return found instanceof PdfDict ? found : undefined;
}

function stringOf(value: unknown): string | undefined {
  return value instanceof PdfString ? value.asString() : undefined;
}

function follow(pdf: PDF, value: unknown): unknown {
  return value instanceof PdfRef ? pdf.getObject(value) : value;
}

/** The dictionaries of a file's structure. */
function structureOf(pdf: PDF): PdfDict[] {
  const inside = (value: unknown): PdfDict[] => {
    const found = value instanceof PdfRef ? pdf.getObject(value) : value;
    if (found instanceof PdfArray) return [...found].flatMap(inside);
    return found instanceof PdfDict ? [found, ...inside(found.get('K'))] : [];
  };
  return inside(pdf.getCatalog().get('StructTreeRoot'));
}
