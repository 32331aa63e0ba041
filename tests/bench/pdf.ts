import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import type { PdfBlock, PdfDocument, Span } from '#server/outside/pdf/blocks.ts';
import { inkSvg } from '#server/outside/pdf/ink.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { openSealer } from '#server/outside/seal/sealer.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { wave } from '#tests/support/forms/builders.ts';
import { plainForm } from '#tests/support/forms/plain-form.ts';
import { earlierTree, type EarlierTree } from './earlier-tree.ts';
import { median } from './report.ts';
import { tools } from '#tests/support/checks/tools.ts';

export type PdfBench = {
  drawnMs: number;
  sealedMs: number;
  chromiumMs: number;
  ratio: number;
  bytes: number;
  chromiumBytes: number;
  /** the same source drawn and sealed by the commit that `BENCH_BEFORE` names; absent without one */
  beforeMs?: number;
};

/** Documents of each kind; the middle one counts, so a pause of the machine does not. */
const ROUNDS = 15;
/** A pause after each print, ms: the browser still works for a moment, and would be measured as the next drawing. */
const SETTLED = 200;

/** The names of patients whose forms are timed: the text of a page with marks is read again. */
export const NAMES = { 'in Latin letters': ['Demo-Rowan', 'Amber'], 'in Arabic letters': ['خان', 'محمد علی'] } as const;

/** Comments by which builds before words of one's own told of them. */
const NO_COMMENTS = { comments: { patient: '', parent: '', interpreter: '' } };

/** Draws and seals a form. */
type Maker = (source: DocumentSource) => Promise<{ drawnMs: number; sealedMs: number; document: PdfDocument; bytes: number }>;

/** The exports of the rooms of a commit that make a sealed form. */
type Rooms = {
  readonly consentDocument: (source: DocumentSource) => PdfDocument;
  readonly draw: (document: PdfDocument) => Uint8Array | Promise<Uint8Array>;
  readonly openSealer: typeof openSealer;
};

/**
 * A Form 2 that everybody has signed by hand. Another creation time and name each round: nothing of the last document may be used again.
 */
function formOf(name: keyof typeof NAMES, round: number): DocumentSource {
  const [last, first] = NAMES[name];
  const source = plainForm('FORM_2');
  const signatures = source.signatures.map((each) => ({
    ...each,
    given: { ...each.given, method: 'DRAWN' as const, strokes: wave() },
  }));
  const patient = { ...source.pinned.patient, lastName: `${last} ${round}`, firstName: first };
  return { ...source, signatures, pinned: { ...source.pinned, patient }, madeAt: source.madeAt + round * 1000 };
}

async function makerOf({ consentDocument: documentOf, draw, openSealer: open }: Rooms, dataDir: string): Promise<Maker> {
  const sealer = await open({ dataDir, organisationName: 'Demo General Hospital', clock: Date.now });
  return async (source) => {
    const document = documentOf(source);
    const start = performance.now();
    const pdf = await draw(document);
    const drawn = performance.now();
    const { bytes } = await sealer.seal(pdf, 'Sealed');
    return { drawnMs: drawn - start, sealedMs: performance.now() - drawn, document, bytes: bytes.length };
  };
}

/** The rooms of an earlier commit: of those before pages were marked a second time, the first drawing is all. */
async function earlierRooms({ has, load }: EarlierTree): Promise<Rooms> {
  const { consentDocument: documentOf } = await load('server/work/documents/content/document.ts');
  const { openSealer: open } = await load('server/outside/seal/sealer.ts');
  const draw = has('server/outside/pdf/draw-pdf.ts')
    ? (await load('server/outside/pdf/draw-pdf.ts'))['drawPdf']
    : (await load('server/outside/pdf/typst.ts'))['renderPdf'];
  const rooms = { consentDocument: documentOf, draw, openSealer: open } as Rooms;
  return { ...rooms, consentDocument: (source) => rooms.consentDocument({ ...source, ...NO_COMMENTS }) };
}

/**
 * Times one whole consent, drawn and sealed, beside Chromium's print of the same form and an earlier commit's drawing: warm, by turns,
 * in one process.
 *
 * @throws Error when there is no Chromium
 */
export async function benchPdf(name: keyof typeof NAMES): Promise<PdfBench> {
  if (!tools.chromium) throw new Error('This bench needs Chromium: run it with npm run bench, which installs it.');
  const dataDir = mkdtempSync(join(tmpdir(), 'pdf-bench-'));
  const commit = process.env['BENCH_BEFORE'];
  const earlier = commit === undefined ? undefined : earlierTree(commit);
  const make = await makerOf({ consentDocument, draw: drawPdf, openSealer }, join(dataDir, 'now'));
  const makeBefore = earlier && (await makerOf(await earlierRooms(earlier), join(dataDir, 'before')));
  const browser = await chromium.launch({
    executablePath: tools.chromium,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  try {
    const page = await browser.newPage();
    const times: { drawn: number; sealed: number; printed: number; before: number }[] = [];
    let sizes = { bytes: 0, chromiumBytes: 0 };
    for (let round = -2; round < ROUNDS; round++) {
      const now = () => make(formOf(name, 2 * round));
      const earlierOne = async () => makeBefore?.(formOf(name, 2 * round + 1));
      // By turns the first: the compiler may remember parts of the document before.
      const isFirst = round % 2 === 0;
      const first = isFirst ? undefined : await earlierOne();
      const { drawnMs, sealedMs, document, bytes } = await now();
      const before = isFirst ? await earlierOne() : first;
      const start = performance.now();
      await page.setContent(htmlOf(document.title, document.blocks));
      const printed = await page.pdf({ format: 'A4', printBackground: true, tagged: true });
      const printedMs = performance.now() - start;
      await wait(SETTLED);
      sizes = { bytes, chromiumBytes: printed.length };
      const beforeMs = before === undefined ? Number.NaN : before.drawnMs + before.sealedMs;
      if (round >= 0) times.push({ drawn: drawnMs, sealed: sealedMs, printed: printedMs, before: beforeMs });
    }
    const drawnMs = median(times.map(({ drawn }) => drawn));
    const sealedMs = median(times.map(({ sealed }) => sealed));
    const chromiumMs = median(times.map(({ printed }) => printed));
    const beforeMs = median(times.map(({ before }) => before));
    const ratio = chromiumMs / (drawnMs + sealedMs);
    return { drawnMs, sealedMs, chromiumMs, ratio, ...sizes, ...(makeBefore && { beforeMs }) };
  } finally {
    await browser.close();
    earlier?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The same words, tables and signatures as plain HTML. */
function htmlOf(title: string, blocks: readonly PdfBlock[]): string {
  const style =
    'body{font:10.5pt "Noto Sans",sans-serif}table{width:100%;border-collapse:collapse}td,th{border-bottom:1px solid #ccc;text-align:left}';
  return `<!doctype html><html lang="en-GB"><title>${title}</title><style>${style}</style><h1>${title}</h1>${blocks.map(html).join('')}</html>`;
}

function html(block: PdfBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level + 1}>${block.text}</h${block.level + 1}>`;
    case 'paragraph':
    case 'notice':
      return `<p>${inline(block.spans)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
    case 'facts':
      return rows(block.rows.map(({ term, value }) => [term, inline(value)]));
    case 'table':
      return rows([block.columns.map((column) => column.title), ...block.rows.map((row) => row.map(inline))]);
    case 'choices':
      return rows(block.rows.flatMap((row) => [row, ...(row.later ?? [])]).map(({ title, answer }) => [title, answer]));
    case 'digests':
    case 'timeline':
      return rows(block.rows.map((row) => Object.values(row)));
    case 'cards':
      return block.items
        .map(({ title, rows: facts }) => `<h3>${title}</h3>${rows(facts.map(({ term, value }) => [term, inline(value)]))}`)
        .join('');
    case 'identity':
      return `<div style="background:#10243e;color:#fff">${block.lastName}, ${block.firstName} ${block.born}</div>`;
    case 'signature':
      return `<h3>${block.label}</h3><p>${block.statement}</p>${block.mark.kind === 'ink' ? inkSvg(block.mark.strokes) : ''}<p>${block.name}</p>`;
    case 'inkBox':
      return `<h3>${block.label}</h3><p>${block.statement}</p><p>${block.name}</p>`;
    case 'labelBoxes':
    case 'writeBoxes':
      return rows(block.rows.map((row) => row.map(({ label }) => label)));
    case 'writeFields':
      return rows(block.rows.map(({ label, options = [] }) => [label, ...options]));
    case 'writeLines':
      return '<hr>'.repeat(block.lines);
    case 'codedCase':
      return rows([[block.code, block.title, ...block.lines, ...block.strong], [...block.options]]);
    case 'linkCode':
      return `<p>${block.scan} ${block.orType} ${block.url}</p><p>${inline(block.spans)}</p>`;
    case 'frame':
    case 'foreign':
      return `<div style="border:1px solid">${block.blocks.map(html).join('')}</div>`;
    case 'rule':
      return '<hr>';
  }
}

function inline(spans: readonly Span[]): string {
  return spans.map(({ text, bold }) => (bold ? `<b>${text}</b>` : text)).join('');
}

function rows(cells: readonly (readonly string[])[]): string {
  return `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
}
