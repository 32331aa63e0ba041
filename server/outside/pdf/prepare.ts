import { isReadFromRight } from '#domain/values/patient-languages.ts';
import { composed, readsFromRight } from '#domain/values/composed.ts';
import type { Fact, PageCodeParts, PdfBlock, PdfDocument, PdfIdentity, SignatureBlock, Span } from './blocks.ts';
import type { Drawn } from './fit.ts';
import { LONG_TEXT, ownPieces, pieces } from './pieces.ts';
import { preparedWindow, prepareCode } from './prepare-letter.ts';
import { choiceTexts, eachText, preparedMeaning, signedMeaning } from './prepare-rows.ts';
import { timelineDays, isLong, kindOfRow, paired, preparePair } from './prepare-signing.ts';
import { prepareWitness, prepareWrite } from './prepare-write.ts';
import { inCapitals } from './printable-document.ts';
import { qrSvg } from './qr.ts';
import { LIST_WHOLE, roomBelow, roomOfRows } from './room-below.ts';
import { withScripts } from './script-runs.ts';

/** A document as the template reads it, and its blocks as a layout sees them. */
export type Prepared = { readonly json: string; readonly drawn: Drawn };

/**
 * Turns a document into the one JSON value that the template reads; every text in it stays data.
 *
 * @param pages - how many there are, for the code of each
 */
export function prepare(document: PdfDocument, pages = 1): Prepared {
  const identity = document.blocks.find((block) => block.kind === 'identity');
  const { watermark, letterhead } = document;
  const blocks = prepareBlocks(document.blocks);
  const prepared = {
    title: document.fileTitle ?? document.title,
    author: letterhead.name,
    subject: document.subject,
    heading: ownPieces(document.title),
    organisation: ownPieces(letterhead.name),
    ...(letterhead.address && { address: ownPieces(letterhead.address.replaceAll(/\n+/g, ', ')) }),
    ...(letterhead.logo && { logo: composed`Logo of ${letterhead.name}` }),
    ...(document.window && { window: preparedWindow(document.window) }),
    ...(document.subtitle && { subtitle: ownPieces(document.subtitle) }),
    ...(document.state && { state: { words: ownPieces(document.state.words), tone: document.state.tone } }),
    running: {
      name: identity ? runningName(identity) : ownPieces(letterhead.name),
      facts: identity ? runningFacts(identity).map((each) => ownPieces(each)) : [],
      form: ownPieces(document.running ?? shortened(document.title)),
    },
    footer: {
      ...(document.footer.versionId && { versionId: ownPieces(document.footer.versionId) }),
      ...(document.footer.verifyUrl && {
        verifyUrl: ownPieces(document.footer.verifyUrl),
        qr: qrSvg(document.footer.verifyUrl),
      }),
      ...(document.footer.comeBack && { comeBack: ownPieces(document.footer.comeBack) }),
      ...(document.footer.pageCode && { pageCodes: pageCodes(document.footer.pageCode, pages) }),
      ...(document.footer.state && { state: ownPieces(document.footer.state) }),
    },
    ...(document.runningFields && { runningFields: document.runningFields.map((each) => ownPieces(each)) }),
    ...(watermark && { watermark: ownPieces(watermark), watermarkSize: Math.min(110, 740 / [...watermark].length) }),
    ...(document.pagePictures && {
      pagePictures: document.pagePictures.map(({ title, alt, isWide }) => ({ title: ownPieces(title), alt, isWide })),
    }),
    blocks,
  };
  const marked = withScripts(prepared, document.patientLanguage ?? document.language);
  // Paper leads nowhere: a form that is filled in as a file and comes back as a scan must hold no link.
  return {
    json: JSON.stringify(marked, document.footer.pageCode === undefined ? undefined : withoutLinks),
    drawn: paired(document.blocks).map((block) => ({
      kind: kindOfRow(block),
      events: 'kind' in block && block.kind === 'timeline' ? block.rows.length : 0,
    })),
  };
}

function withoutLinks(key: string, value: unknown): unknown {
  return key === 'link' ? undefined : value;
}

function pageCodes({ before, after }: PageCodeParts, pages: number): string[] {
  return Array.from({ length: pages }, (_, at) =>
    qrSvg([before, at + 1, pages, ...(after === undefined ? [] : [after])].join(':')),
  );
}

function prepareBlocks(blocks: readonly PdfBlock[]): unknown[] {
  const rows = paired(blocks);
  return rows.map((row, at) => {
    if (Array.isArray(row)) return preparePair(row);
    if (row.kind === 'heading')
      return { ...prepareHeading(row), need: roomBelow(rows[at + 1], rows[at + 2], row.meaning !== undefined) };
    const need = isHeading(rows[at - 1]) ? 0 : roomOfRows(row);
    return need === 0 ? prepareBlock(row) : { ...prepareBlock(row), need };
  });
}

/** Each part stands on its own, so that a name read from the right does not turn the whole line round. */
function runningName({ lastName, firstName }: PdfIdentity): string[] {
  return [...ownPieces(inCapitals(lastName)), ...(firstName === '' ? [] : [', ', ...ownPieces(firstName)])];
}

/** The facts beside the name on each further page: never the NHS number alone. */
function runningFacts({ born, nhsNumber, hospitalNumber, recordNumber }: PdfIdentity): string[] {
  return [
    `born ${born}`,
    nhsNumber === undefined ? 'no NHS number' : `NHS ${nhsNumber}`,
    ...(hospitalNumber === undefined ? [] : [`hospital number ${hospitalNumber}`]),
    ...(recordNumber === undefined ? [] : [recordNumber]),
  ];
}

function shortened(title: string): string {
  const letters = [...title];
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : title;
}

type Heading = PdfBlock & { kind: 'heading' };

function isHeading(row: ReturnType<typeof paired>[number] | undefined): boolean {
  return row !== undefined && 'kind' in row && row.kind === 'heading';
}

function prepareHeading({ kind, level, text, spans, meaning }: Heading): object {
  return {
    kind,
    level,
    pieces: ownPieces(text),
    ...(spans && { body: rich(spans) }),
    ...(meaning && { meaning: preparedMeaning(meaning) }),
  };
}

function prepareBlock(block: Exclude<PdfBlock, SignatureBlock | Heading>): object {
  switch (block.kind) {
    case 'paragraph':
      return { kind: block.kind, body: rich(block.spans) };
    case 'list':
      return prepareList(block);
    case 'facts':
      return prepareFacts(block);
    case 'frame':
      return { kind: block.kind, blocks: prepareBlocks(block.blocks) };
    case 'rule':
      return block;
    case 'foreign':
      return {
        kind: block.kind,
        language: block.language,
        rtl: isReadFromRight(block.language),
        blocks: prepareBlocks(block.blocks),
      };
    case 'table':
      return prepareTable(block);
    case 'notice':
      return { ...block, ...(block.title && { title: ownPieces(block.title) }), spans: undefined, body: rich(block.spans) };
    case 'cards':
      return {
        kind: block.kind,
        items: block.items.map(({ title, rows }) => ({
          title: ownPieces(title),
          rows: factRows(rows),
          long: rows.some(({ value }) => isLongText(value)),
        })),
      };
    case 'timeline':
      return { kind: block.kind, days: timelineDays(block.rows) };
    case 'digests':
      return { ...eachText(block), rows: block.rows.map((row) => eachText(row)), kind: block.kind };
    case 'identity':
      return {
        ...eachText({ ...block, lastName: inCapitals(block.lastName) }),
        kind: block.kind,
        procedures: block.procedures.map((procedure) => eachText(procedure)),
      };
    case 'inkBox':
      return { ...eachText(block), ...signedMeaning(block), kind: block.kind, long: isLong(block), ...prepareWitness(block) };
    case 'labelBoxes':
    case 'writeBoxes':
    case 'writeFields':
    case 'writeLines':
    case 'codedCase':
      return prepareWrite(block);
    case 'linkCode':
      return { ...prepareCode(block), body: rich(block.spans) };
    case 'choices':
      return { kind: block.kind, long: block.rows.length > LIST_WHOLE, rows: block.rows.map((row) => choiceTexts(row)) };
  }
}

function prepareFacts({ kind, rows, wide }: PdfBlock & { kind: 'facts' }): object {
  return { kind, wide: wide ?? false, rows: factRows(rows) };
}

function factRows(rows: readonly Fact[]): unknown[] {
  return rows.map(({ term, value }) => ({ term: ownPieces(term), value: cell(value) }));
}

/** A list whose every item reads from the right has its marks on the right. */
function prepareList({ kind, ordered, items, nested = [] }: PdfBlock & { kind: 'list' }): object {
  const rtl = items.length > 0 && items.every((item) => readsFromRight(textOf(item)));
  return {
    kind,
    ordered,
    rtl,
    long: items.length > LIST_WHOLE || nested.some((blocks) => blocks.length > 0) || textOf(items.flat()).length > LONG_TEXT,
    items: items.map((item, at) => ({ ...(rtl ? rich(item) : cell(item)), below: prepareBlocks(nested[at] ?? []) })),
  };
}

/** Every row gets exactly as many cells as there are columns: a missing cell would move all that follow. */
function prepareTable({ kind, columns, rows }: PdfBlock & { kind: 'table' }): object {
  return {
    kind,
    titles: columns.map(({ title }) => ownPieces(title)),
    shares: columns.map(({ share }) => share ?? 1),
    strong: columns.map(({ strong }) => strong ?? false),
    rows: rows.map((row) => columns.map((_, index) => cell(row[index] ?? []))),
  };
}

/** A paragraph, read in the direction of its first letter. */
function rich(spans: readonly Span[]): object {
  const text = textOf(spans);
  const rtl = readsFromRight(text);
  return { rtl, long: isLongText(spans), spans: spans.map((span) => prepareSpan(span, rtl ? pieces : ownPieces)) };
}

/** A field of a table stays on the left of its column, whatever its script. */
function cell(spans: readonly Span[]): object {
  return { rtl: false, long: isLongText(spans), spans: spans.map((span) => prepareSpan(span, ownPieces)) };
}

/** Whether a text, with its translation, may break over two pages. */
function isLongText(spans: readonly Span[]): boolean {
  return spans.reduce((sum, { text }) => sum + text.length, 0) > LONG_TEXT;
}

/** The words whose direction is that of the whole; a translation below them has its own. */
function textOf(spans: readonly Span[]): string {
  return spans
    .filter(({ translates }) => translates !== true)
    .map(({ text }) => text)
    .join('');
}

function prepareSpan({ text, link, ...style }: Span, cut: (text: string) => string[]): unknown {
  const own = style.translates === true && { pieces: pieces(text), rtl: isReadFromRight(style.language ?? 'en') };
  return { ...style, pieces: cut(text), ...own, ...(isLink(link) && { link }) };
}

function isLink(address: string | undefined): boolean {
  return address !== undefined && /^(?:https:\/\/|mailto:)[\u0021-\u007e]+$/u.test(address);
}
