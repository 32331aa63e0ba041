import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { LIST_WHOLE } from '#server/outside/pdf/room-below.ts';
import { onPdf, pixelsOf } from '#tests/server/outside/pdf/pdf-tools.ts';

/** The least part of a page's body that is in use on each page after the first. */
const FULL_LEAST = 0.25;
/** The head of a further page and its foot, mm. */
const BODY = { top: 25, foot: 32 };
const DOTS = 36;
/** The lines of a page's foot. */
const FOOT = /^(?:Check this document|Version [0-9a-f]{8}-|Page \d+ of \d+)|All pages belong together|Page \d+ of \d+$/u;

/** The faults of the pages of a drawn document: one too empty, one that does not say whose it is, a heading that is left alone. */
export function pageFaults(file: Uint8Array, { blocks, runningFields }: PdfDocument): string[] {
  const pages = onPdf(file, 'pdftotext', '-layout', 'FILE', '-').split('\f').slice(0, -1);
  const headings = new Map(
    blocks.flatMap((block, at) => {
      if (block.kind !== 'heading') return [];
      const below = linesBelow(blocks[at + 1]);
      // The meaning of a heading stands between it and the rows.
      return [[oneLine(block.text), below === 0 || block.meaning === undefined ? below : below + 1] as const];
    }),
  );
  // The head of a table is repeated: below that on a further page a single row may be left.
  const tables = new Map(
    blocks.flatMap((block) => (block.kind === 'table' ? [[titlesOf(block), Math.min(block.rows.length, 2)] as const] : [])),
  );
  const firstPages = new Map(
    pages.flatMap((text, at) => text.split('\n').map((line) => [oneLine(line), at] as const)).toReversed(),
  );
  return pages.flatMap((text, at) => {
    const lines = text
      .split('\n')
      .map(oneLine)
      .filter((line) => line !== '' && !FOOT.test(line));
    const leastBelow = (line: string) => headings.get(line) ?? (firstPages.get(line) === at ? tables.get(line) : undefined) ?? 0;
    const isAlone = lines.find((line, nth) => lines.length - nth - 1 < leastBelow(line));
    const head = lines.slice(0, 4).join(' ');
    const facts = (runningFields ?? ['born ', 'NHS', 'P-0']).filter((fact) => head.includes(fact)).length;
    const used = at === 0 ? 1 : usedOf(file, at + 1);
    return [
      ...(isAlone === undefined ? [] : [`heading alone: ${isAlone}`]),
      ...(at === 0 || facts >= 3 ? [] : [`${facts} facts of identity`]),
      ...(used >= FULL_LEAST ? [] : [`${Math.round(used * 100)} % in use`]),
    ].map((fault) => `page ${at + 1}: ${fault}`);
  });
}

function titlesOf({ columns }: PdfBlock & { kind: 'table' }): string {
  return oneLine(columns.map(({ title }) => title).join(' '));
}

/** The lines that stand below a heading on its page at least: two rows, and the head of a table. */
function linesBelow(next: PdfBlock | undefined): number {
  if (next?.kind === 'table') return Math.min(next.rows.length, 2) + 1;
  if (next?.kind === 'facts' || next?.kind === 'timeline') return Math.min(next.rows.length, 2);
  // A few choices stand in two columns, a line or more; of many each has its question above its answer.
  if (next?.kind === 'choices' && next.rows.length > LIST_WHOLE)
    return next.rows.slice(0, 2).reduce((sum, { title }) => sum + (title === '' ? 1 : 2), 0);
  // Lines to write on, and boxes, have no words of their own.
  return next?.kind === 'paragraph' || next?.kind === 'list' || next?.kind === 'choices' ? 1 : 0;
}

/** The part of a page's body above its last ink. */
function usedOf(file: Uint8Array, page: number): number {
  const { width, height, grey } = pixelsOf(file, page, DOTS);
  const row = (mm: number) => Math.round((mm / 25.4) * DOTS);
  const [first, end] = [row(BODY.top), height - row(BODY.foot)];
  let last = first;
  for (let y = first; y < end; y++) if (grey.subarray(y * width, (y + 1) * width).some((each) => each < 170)) last = y;
  return (last - first) / (end - first);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
