import { PdfDict, PdfRef, PdfStream, PdfString, type PDF, type PdfObject } from '@libpdf/core';
import { bytesIn, operationsOf } from '#server/outside/pdf/content-stream.ts';

/** A part of a file's structure, with the marks of a page's content that it holds. */
export type Tree = {
  readonly dict: PdfDict;
  readonly below: readonly Tree[];
  readonly mcids: readonly { readonly page: PdfRef | undefined; readonly mcid: number }[];
};

/** A letter of another script than Latin; figures and signs have none. */
const FOREIGN = /(?=\p{L})(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})./u;

/** Text in a foreign script that a reader would speak as the document's own language: neither its mark nor its part names another. */
export function foreignFaults(pdf: PDF, parts: readonly Tree[]): string[] {
  const follow = (object: PdfObject | undefined) => (object instanceof PdfRef ? pdf.getObject(object) : (object ?? null));
  const own = languageOf(follow(pdf.getCatalog().get('Lang'))) ?? '';
  const byPart = languagesOf(parts, own);
  return pdf.getPages().flatMap((page, at) => {
    const content = follow(page.dict.get('Contents'));
    const fonts = follow(pdf.getPage(at)?.getResources().get('Font'));
    if (!(content instanceof PdfStream) || !(fonts instanceof PdfDict)) return [];
    const meanings = new Map<string, Map<number, string>>();
    for (const [name, ref] of fonts) {
      const font = follow(ref);
      const map = font instanceof PdfDict ? follow(font.get('ToUnicode')) : null;
      meanings.set(`/${name.value}`, map instanceof PdfStream ? meaningsIn(latin(map)) : new Map());
    }
    const found = shownTexts(latin(content), meanings).filter(({ text, marks }) => {
      if (!FOREIGN.test(text) || marks.some(({ isArtifact }) => isArtifact)) return false;
      const mcid = marks.find((mark) => mark.mcid !== undefined)?.mcid;
      const language = marks.findLast((mark) => mark.language !== undefined)?.language;
      return (language ?? byPart.get(`${page.ref.objectNumber} ${mcid}`) ?? own).split('-')[0] === own.split('-')[0];
    });
    return found.map(({ text }) => `page ${at + 1}: foreign letters without a language: ${text}`);
  });
}

type Mark = { readonly mcid: number | undefined; readonly language: string | undefined; readonly isArtifact: boolean };

/** The texts that a page shows, each with the marks around it from the outermost. */
function shownTexts(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>) {
  const marks: Mark[] = [];
  const found: { text: string; marks: readonly Mark[] }[] = [];
  let font: ReadonlyMap<number, string> | undefined;
  for (const { name, operands } of operationsOf(content)) {
    const words = operands.join(' ');
    if (name === 'BDC' || name === 'BMC') {
      const mcid = /\/MCID (\d+)/u.exec(words)?.[1];
      const language = /\/Lang\s*\(([^)]*)\)/u.exec(words)?.[1];
      marks.push({ mcid: mcid === undefined ? undefined : Number(mcid), language, isArtifact: words.includes('/Artifact') });
    } else if (name === 'EMC') marks.pop();
    else if (name === 'Tf') font = fonts.get(operands[0] ?? '');
    else if (name === 'Tj' || name === 'TJ') {
      const bytes = bytesIn(operands[0] ?? '');
      const glyphs = Array.from({ length: bytes.length >> 1 }, (_, at) => ((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0));
      found.push({ text: glyphs.map((glyph) => font?.get(glyph) ?? '').join(''), marks: [...marks] });
    }
  }
  return found;
}

/** The meaning of each glyph (ISO 32000-1, 9.10.3), from the one and the many that a map names. */
function meaningsIn(map: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/gu))
    for (const [, glyph = '', text = ''] of block.matchAll(/<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]*)>/gu))
      found.set(Number.parseInt(glyph, 16), utf16(text));
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/gu))
    for (const [, first = '', last = '', text = ''] of block.matchAll(/<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>/gu)) {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      for (let glyph = from; glyph <= to; glyph++)
        found.set(glyph, String.fromCodePoint((utf16(text).codePointAt(0) ?? 0) + glyph - from));
    }
  return found;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

function languagesOf(parts: readonly Tree[], around: string): Map<string, string> {
  return new Map(
    parts.flatMap(({ dict, below, mcids }): [string, string][] => {
      const language = languageOf(dict.get('Lang')) ?? around;
      const held = mcids.map(({ page, mcid }): [string, string] => [`${page?.objectNumber} ${mcid}`, language]);
      return [...held, ...languagesOf(below, language)];
    }),
  );
}

function languageOf(value: PdfObject | null | undefined): string | undefined {
  return value instanceof PdfString ? value.asString() : undefined;
}

function latin(stream: PdfStream): string {
  return Buffer.from(stream.getDecodedData()).toString('latin1');
}
