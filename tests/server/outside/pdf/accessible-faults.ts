import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString, type PdfObject } from '@libpdf/core';
import { bytesIn, operationsOf } from '#server/outside/pdf/content-stream.ts';
import { foreignFaults } from './foreign-faults.ts';

/** Ops that put something on a page. */
const PAINTS = new Set(['Tj', 'TJ', "'", '"', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'EI']);
const TOKEN = /\((?:\\[\s\S]|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|[[\]]|\/[^\s/[\]<>()]*|[^\s[\]<>()/]+/gu;

type Opened = { pdf: PDF; catalog: PdfDict; get: (holder: PdfDict, key: string) => PdfObject | undefined };

/** A part of the structure: its kind, its dictionary and the parts below it. */
type Part = { kind: string; dict: PdfDict; below: Part[]; mcids: { page: PdfRef | undefined; mcid: number }[] };

/** Everything by which a file breaks the rules of PDF/UA-1 that this product keeps; empty for one that keeps them. */
export async function accessibleFaults(file: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(file);
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const opened: Opened = { pdf, catalog: pdf.getCatalog(), get: (holder, key) => holder.get(key, resolve) };
  const root = dictOf(opened.get(opened.catalog, 'StructTreeRoot'));
  if (root === undefined) return ['no structure'];
  const parts = partsOf(opened, root, undefined);
  return [
    ...fileFaults(opened),
    ...headingFaults(parts),
    ...flat(parts).flatMap((part) => partFaults(opened, part)),
    ...pageFaults(opened, { root, parts }),
    ...fontFaults(opened),
    ...foreignFaults(pdf, parts),
  ];
}

function fileFaults(opened: Opened): string[] {
  const { catalog, get } = opened;
  const metadata = get(catalog, 'Metadata');
  const words = metadata instanceof PdfStream ? Buffer.from(metadata.getDecodedData()).toString('utf8') : '';
  const isTrue = (holder: string, key: string) => {
    const dict = dictOf(get(catalog, holder));
    return dict !== undefined && String((get(dict, key) as { value?: unknown } | undefined)?.value) === 'true';
  };
  return [
    ...(isTrue('MarkInfo', 'Marked') ? [] : ['not marked']),
    ...(words.includes('<pdfuaid:part>1</pdfuaid:part>') ? [] : ['not PDF/UA']),
    ...(words.includes('http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>') ? [] : ['no schema of PDF/UA']),
    ...(words.includes('<pdfaid:part>3</pdfaid:part>') ? [] : ['not PDF/A-3']),
    ...(/<dc:title>.*<rdf:li[^>]*>[^<]+<\/rdf:li>.*<\/dc:title>/su.test(words) ? [] : ['no title']),
    ...(isTrue('ViewerPreferences', 'DisplayDocTitle') ? [] : ['title not shown']),
    ...(get(catalog, 'Lang') instanceof PdfString ? [] : ['no language']),
    ...unnamedFields(opened),
  ];
}

/** Fields that a reader would speak by their technical name. */
function unnamedFields({ pdf, catalog, get }: Opened): string[] {
  const fields = get(dictOf(get(catalog, 'AcroForm')) ?? new PdfDict(), 'Fields');
  const all = fields instanceof PdfArray ? [...fields] : [];
  const dicts = all.map((each) => dictOf(each instanceof PdfRef ? (pdf.getObject(each) ?? undefined) : each));
  return dicts.some((field) => field !== undefined && !isWritten(get(field, 'TU'))) ? ['field without TU'] : [];
}

function headingFaults(parts: readonly Part[]): string[] {
  const levels = flat(parts).flatMap(({ kind }) => (/^H[1-6]$/u.test(kind) ? [Number(kind.slice(1))] : []));
  const skipped = levels.filter((level, at) => level - (levels[at - 1] ?? 0) > 1);
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one H1']),
    ...(skipped.length === 0 ? [] : [`levels skipped: ${levels.join(' ')}`]),
  ];
}

function partFaults({ get }: Opened, { kind, dict, below }: Part): string[] {
  switch (kind) {
    case 'Table':
      return flat(below).some((each) => each.kind === 'TH') ? [] : ['table without TH'];
    case 'L':
      // A list below an item stands beside it, as the standard allows.
      return below[0]?.kind === 'LI' && below.every((each) => each.kind === 'LI' || each.kind === 'L') ? [] : ['list not of LI'];
    case 'Figure':
      return isWritten(get(dict, 'Alt')) ? [] : ['figure without Alt'];
    case 'Link': {
      const kids = get(dict, 'K');
      const all = kids instanceof PdfArray ? [...kids] : [kids];
      const annotations = all.flatMap((each) => (each instanceof PdfDict ? (dictOf(get(each, 'Obj')) ?? []) : []));
      return annotations.length > 0 && annotations.every((each) => isWritten(get(each, 'Contents')))
        ? []
        : ['link without Contents'];
    }
    default:
      return [];
  }
}

function pageFaults({ pdf, get }: Opened, { root, parts }: { root: PdfDict; parts: readonly Part[] }): string[] {
  const parents = numbersOf(get, dictOf(get(root, 'ParentTree')));
  const held = flat(parts).flatMap(({ mcids }) => mcids);
  return pdf.getPages().flatMap((page, at) => {
    const { marked, unmarked, notdef } = contentOf(get, page.dict);
    const own = held.flatMap(({ page: ref, mcid }) => (ref?.objectNumber === page.ref.objectNumber ? [mcid] : []));
    const key = get(page.dict, 'StructParents');
    const listed = key instanceof PdfNumber ? parents.get(key.value) : undefined;
    const count = listed instanceof PdfArray ? listed.length : 0;
    const annotations = get(page.dict, 'Annots');
    const kinds =
      annotations instanceof PdfArray
        ? [...annotations].map((each) => dictOf(each instanceof PdfRef ? (pdf.getObject(each) ?? undefined) : each))
        : [];
    const tabs = get(page.dict, 'Tabs');
    return [
      ...(tabs instanceof PdfName && tabs.value === 'S' ? [] : ['tabs not by structure']),
      ...(kinds.some((each) => (each?.get('Subtype') as PdfName | undefined)?.value === 'Widget') ? ['widget on a page'] : []),
      ...(unmarked === 0 ? [] : [`${unmarked} paints unmarked`]),
      ...(notdef === 0 ? [] : [`${notdef} glyphs .notdef`]),
      ...(marked.toSorted(byNumber).join() === own.toSorted(byNumber).join() && new Set(own).size === own.length
        ? []
        : ['content beside the structure']),
      ...(marked.every((mcid) => mcid < count) ? [] : ['content beside the parent tree']),
    ].map((fault) => `page ${at + 1}: ${fault}`);
  });
}

/** The marks of a page's content that are part of the structure, and what is painted outside of any mark. */
function contentOf(get: Opened['get'], page: PdfDict): { marked: number[]; unmarked: number; notdef: number } {
  const contents = get(page, 'Contents');
  const bytes = contents instanceof PdfStream ? Buffer.from(contents.getDecodedData()).toString('latin1') : '';
  const tokens: readonly string[] = bytes.match(TOKEN) ?? [];
  const open: boolean[] = [];
  const marked: number[] = [];
  let unmarked = 0;
  for (const [at, token] of tokens.entries()) {
    if (token === 'BDC' || token === 'BMC') {
      // `/P <</MCID 3>> BDC` is part of the structure; `/Artifact` is none; any other mark is inside of one.
      const from = tokens.lastIndexOf('<<', at);
      const named = token === 'BDC' ? tokens.slice(Math.max(0, from - 1), at) : [tokens[at - 1] ?? ''];
      const mcid = named.indexOf('/MCID');
      if (mcid !== -1) marked.push(Number(named[mcid + 1]));
      open.push(mcid !== -1 || named.includes('/Artifact'));
    } else if (token === 'EMC') open.pop();
    else if (PAINTS.has(token) && !open.includes(true)) unmarked += 1;
  }
  return { marked, unmarked, notdef: zeroGlyphs(bytes) };
}

/** Glyphs 0 that a page shows; each glyph is two bytes of its string. */
function zeroGlyphs(content: string): number {
  const shown = operationsOf(content).filter(({ name }) => name === 'Tj' || name === 'TJ');
  return shown
    .map(({ operands }) => bytesIn(operands[0] ?? ''))
    .reduce((sum, bytes) => sum + bytes.filter((byte, at) => at % 2 === 0 && byte === 0 && bytes[at + 1] === 0).length, 0);
}

function fontFaults({ pdf, get }: Opened): string[] {
  const fonts = new Map<string, PdfDict>();
  for (const page of pdf.getPages()) {
    const found = dictOf(get(dictOf(get(page.dict, 'Resources')) ?? new PdfDict(), 'Font'));
    for (const key of found?.keys() ?? []) {
      const font = found === undefined ? undefined : dictOf(get(found, key.value));
      if (font !== undefined) fonts.set(String((get(font, 'BaseFont') as PdfName | undefined)?.value), font);
    }
  }
  return [...fonts].flatMap(([name, font]) => {
    const kids = get(font, 'DescendantFonts');
    const [first] = kids instanceof PdfArray ? [...kids] : [];
    const descendant = dictOf(first instanceof PdfRef ? (pdf.getObject(first) ?? undefined) : first) ?? font;
    const descriptor = dictOf(get(descendant, 'FontDescriptor'));
    const isEmbedded =
      descriptor !== undefined && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => get(descriptor, key) !== undefined);
    return [
      ...(isEmbedded ? [] : [`${name} not embedded`]),
      ...(get(font, 'ToUnicode') === undefined ? [`${name} without ToUnicode`] : []),
    ];
  });
}

function partsOf(opened: Opened, holder: PdfDict, page: PdfRef | undefined): Part[] {
  const { pdf, get } = opened;
  const kids = get(holder, 'K');
  const all = kids instanceof PdfArray ? [...kids] : kids === undefined ? [] : [kids];
  return all.flatMap((kid): Part[] => {
    const dict = dictOf(kid instanceof PdfRef ? (pdf.getObject(kid) ?? undefined) : kid);
    const kind = dict?.get('S');
    if (dict === undefined || !(kind instanceof PdfName)) return [];
    const own = dict.get('Pg');
    const at = own instanceof PdfRef ? own : page;
    return [{ kind: kind.value, dict, below: partsOf(opened, dict, at), mcids: mcidsOf(opened, dict, at) }];
  });
}

function mcidsOf({ get }: Opened, dict: PdfDict, page: PdfRef | undefined): Part['mcids'] {
  const kids = get(dict, 'K');
  const all = kids instanceof PdfArray ? [...kids] : kids === undefined ? [] : [kids];
  return all.flatMap((kid) => {
    if (kid instanceof PdfNumber) return [{ page, mcid: kid.value }];
    if (!(kid instanceof PdfDict) || (kid.get('Type') as PdfName | undefined)?.value !== 'MCR') return [];
    const own = kid.get('Pg');
    const mcid = kid.get('MCID');
    return mcid instanceof PdfNumber ? [{ page: own instanceof PdfRef ? own : page, mcid: mcid.value }] : [];
  });
}

function numbersOf(get: Opened['get'], tree: PdfDict | undefined): Map<number, PdfObject | undefined> {
  const found = new Map<number, PdfObject | undefined>();
  const nums = tree === undefined ? undefined : get(tree, 'Nums');
  const entries = nums instanceof PdfArray ? [...nums] : [];
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const [key, value] = [entries[at], entries[at + 1]];
    const holder = new PdfDict();
    if (value !== undefined) holder.set('V', value);
    if (key instanceof PdfNumber) found.set(key.value, get(holder, 'V'));
  }
  return found;
}

function flat(parts: readonly Part[]): Part[] {
  return parts.flatMap((each) => [each, ...flat(each.below)]);
}

function dictOf(value: PdfObject | null | undefined): PdfDict | undefined {
  return value instanceof PdfDict ? value : undefined;
}

function isWritten(value: PdfObject | undefined): boolean {
  return value instanceof PdfString && value.asString() !== '';
}

function byNumber(a: number, b: number): number {
  return a - b;
}
