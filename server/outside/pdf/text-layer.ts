import { deflateSync } from 'node:zlib';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, type PdfObject } from '@libpdf/core';
import { bytesIn, operationsOf, type Operation } from './content-stream.ts';

/**
 * Takes away what readers copy twice: the letters of a cluster all belong to the run of its base letter, and the runs of marks alone, which
 * have no advance, carry none. Those runs get an empty text, and glyphs that are drawn in no other run mean U+200B, for readers that ignore
 * an empty text. Nothing that is seen changes. To be done before the seal; equal files give equal files.
 *
 * @param pdf - as drawn by the compiler: fonts are composite, each glyph two bytes
 * @throws Error when the file is no such PDF
 */
export async function withPlainText(pdf: Uint8Array): Promise<Uint8Array> {
  const loaded = await PDF.load(pdf);
  const follow = (object: PdfObject | undefined) => (object instanceof PdfRef ? loaded.getObject(object) : (object ?? null));
  const fonts = new Map<PdfObject, Font>();
  let isChanged = false;
  for (let number = 0; number < loaded.getPageCount(); number++) {
    const page = loaded.getPage(number);
    const content = follow(page?.dict.get('Contents'));
    const named = follow(page?.getResources().get('Font'));
    if (!(content instanceof PdfStream) || !(named instanceof PdfDict)) continue;
    const onPage = new Map<string, Font>();
    for (const [name, ref] of named) {
      const dict = follow(ref);
      if (!(dict instanceof PdfDict)) continue;
      const font = fonts.get(dict) ?? fontOf(dict, follow);
      fonts.set(dict, font);
      onPage.set(`/${name.value}`, font);
    }
    const before = Buffer.from(content.getDecodedData()).toString('latin1');
    const after = withoutMarkText(before, onPage);
    if (after === before) continue;
    setText(content, after);
    isChanged = true;
  }
  if (!isChanged) return pdf;
  for (const font of fonts.values()) unmap(font);
  return loaded.save();
}

/** Compressed here: the library's own compression takes four times as long. */
function setText(stream: PdfStream, text: string): void {
  stream.setData(deflateSync(Buffer.from(text, 'latin1')));
  stream.set('Filter', PdfName.of('FlateDecode'));
}

/** `marks` and `letters` are the glyphs drawn in runs without advance, and in others. */
type Font = {
  readonly hasAdvance: (glyph: number) => boolean;
  readonly meanings: PdfStream | null;
  readonly marks: Set<number>;
  readonly letters: Set<number>;
};

function fontOf(dict: PdfDict, follow: (object: PdfObject | undefined) => PdfObject | null): Font {
  const [descendant] = arrayOf(follow(dict.get('DescendantFonts')));
  const composite = follow(descendant);
  const meanings = follow(dict.get('ToUnicode'));
  const widths = composite instanceof PdfDict ? widthsOf(arrayOf(follow(composite.get('W')))) : new Map<number, number>();
  const fallback = composite instanceof PdfDict ? numberOf(composite.get('DW'), 1000) : 1000;
  return {
    hasAdvance: (glyph) => (widths.get(glyph) ?? fallback) !== 0,
    meanings: meanings instanceof PdfStream ? meanings : null,
    marks: new Set(),
    letters: new Set(),
  };
}

function arrayOf(object: PdfObject | null): PdfObject[] {
  return object instanceof PdfArray ? [...object] : [];
}

function numberOf(object: PdfObject | undefined, absent: number): number {
  return object instanceof PdfNumber ? object.value : absent;
}

/** The widths of glyphs (ISO 32000-1, 9.7.4.3): `first [width …]` or `first last width`. */
function widthsOf(listed: readonly PdfObject[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; at < listed.length;) {
    const first = numberOf(listed[at], 0);
    const next = listed[at + 1];
    if (next instanceof PdfArray) {
      [...next].forEach((width, index) => widths.set(first + index, numberOf(width, 0)));
      at += 2;
    } else {
      for (let glyph = first; glyph <= numberOf(next, 0); glyph++) widths.set(glyph, numberOf(listed[at + 2], 0));
      at += 3;
    }
  }
  return widths;
}

const NO_TEXT = '/Span <</ActualText ()>> BDC';
/** Operators that stand between the begin of a run and its glyphs. */
const SETS_UP = new Set(['Tr', 'Tf', 'Tm', 'Td']);

/** The content of a page in which runs of marks alone carry no text. Counts the glyphs of each font. */
function withoutMarkText(content: string, fonts: ReadonlyMap<string, Font>): string {
  const operations = operationsOf(content);
  const changes: { start: number; end: number; text: string }[] = [];
  const hasOwnText: boolean[] = [];
  let font: Font | undefined;
  operations.forEach((operation, at) => {
    const { name, operands, start, end } = operation;
    if (name === 'BDC' || name === 'BMC') hasOwnText.push(operands.some((each) => each.includes('/ActualText')));
    else if (name === 'EMC') hasOwnText.pop();
    else if (name === 'Tf') font = fonts.get(operands[0] ?? '');
    if (font === undefined || (name !== 'Tj' && name !== 'TJ')) return;
    const glyphs = glyphsOf(operands[0] ?? '');
    if (glyphs.length === 0 || glyphs.some(font.hasAdvance)) {
      if (!hasOwnText.some(Boolean)) for (const glyph of glyphs) font.letters.add(glyph);
      return;
    }
    for (const glyph of glyphs) font.marks.add(glyph);
    const begin = beginOf(operations, at);
    if (begin === undefined) changes.push({ start, end, text: `${NO_TEXT} ${content.slice(start, end)} EMC` });
    else changes.push({ start: begin.start, end: begin.end, text: NO_TEXT });
  });
  let written = '';
  let from = 0;
  for (const { start, end, text } of changes.toSorted((one, other) => one.start - other.start)) {
    written += content.slice(from, start) + text;
    from = end;
  }
  return written + content.slice(from);
}

function glyphsOf(operand: string): number[] {
  const bytes = bytesIn(operand);
  return Array.from({ length: bytes.length >> 1 }, (_, at) => ((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0));
}

/** The begin of the marked content that holds a run alone; undefined where there is none, or where it is a part of the structure. */
function beginOf(operations: readonly Operation[], at: number): Operation | undefined {
  let before = at - 1;
  while (SETS_UP.has(operations[before]?.name ?? '')) before -= 1;
  const found = operations[before];
  const isAlone = operations[at + 1]?.name === 'EMC';
  const isSpan = (found?.name === 'BDC' || found?.name === 'BMC') && !found.operands.some((each) => each.includes('/MCID'));
  return isAlone && isSpan ? found : undefined;
}

/** Lets glyphs that are marks alone mean U+200B, a place without width. */
function unmap({ meanings, marks, letters }: Font): void {
  const alone = [...marks].filter((glyph) => !letters.has(glyph));
  if (meanings === null || alone.length === 0) return;
  let map = Buffer.from(meanings.getDecodedData()).toString('latin1');
  for (const glyph of alone) {
    const code = glyph.toString(16).toUpperCase().padStart(4, '0');
    map = map.replace(new RegExp(`(<${code}>\\s*)<[\\dA-Fa-f]+>`), '$1<200B>');
  }
  setText(meanings, map);
}
