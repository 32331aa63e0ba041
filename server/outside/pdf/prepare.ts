import { isReadFromRight } from '#domain/values/patient-languages.ts';
import type { PageCodeParts, PdfBlock, PdfIdentity, SignatureMark, PdfDocument, SignatureBlock, Span } from './blocks.ts';
import { inkSvg } from './ink.ts';
import { ownPieces, pieces, readsFromRight } from './pieces.ts';
import { prepareWitness, prepareWrite } from './prepare-write.ts';
import { qrSvg } from './qr.ts';

/** A part longer than this (characters) may break over two pages; a shorter one stays whole. */
const LONG = 700;

/**
 * Turns a document into the one JSON value that the template reads; every text in it stays data.
 *
 * @param pages - how many there are, for the code of each
 */
export function prepare(document: PdfDocument, pages = 1): string {
  const identity = document.blocks.find((block) => block.kind === 'identity');
  const { watermark, letterhead } = document;
  const prepared = {
    title: document.title,
    author: letterhead.name,
    subject: document.subject,
    heading: ownPieces(document.title),
    organisation: ownPieces(letterhead.name),
    ...(letterhead.address && { address: ownPieces(letterhead.address.replaceAll(/\n+/g, ', ')) }),
    ...(letterhead.logo && { logo: `Logo of ${letterhead.name}` }),
    ...(document.subtitle && { subtitle: ownPieces(document.subtitle) }),
    ...(document.state && { state: { words: ownPieces(document.state.words), tone: document.state.tone } }),
    running: {
      left: identity ? runningName(identity) : ownPieces(letterhead.name),
      right: ownPieces(shortened(document.title)),
    },
    footer: {
      ...(document.footer.versionId && { versionId: ownPieces(document.footer.versionId) }),
      ...(document.footer.verifyUrl && {
        verifyUrl: ownPieces(document.footer.verifyUrl),
        qr: qrSvg(document.footer.verifyUrl),
      }),
      ...(document.footer.pageCode && { pageCodes: pageCodes(document.footer.pageCode, pages) }),
      ...(document.footer.state && { state: ownPieces(document.footer.state) }),
    },
    ...(document.runningFields && { runningFields: document.runningFields.map((each) => ownPieces(each)) }),
    ...(watermark && { watermark: ownPieces(watermark), watermarkSize: Math.min(110, 740 / [...watermark].length) }),
    blocks: prepareBlocks(document.blocks),
  };
  // Paper leads nowhere: a form that is filled in as a file and comes back as a scan must hold no link.
  return JSON.stringify(prepared, document.footer.pageCode === undefined ? undefined : withoutLinks);
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
  return paired(blocks).map((block) => (Array.isArray(block) ? preparePair(block) : prepareBlock(block)));
}

/** Signatures that follow each other stand side by side, two and two; one with a long statement has the whole width. */
function paired(blocks: readonly PdfBlock[]): (Exclude<PdfBlock, SignatureBlock> | SignatureBlock[])[] {
  const found: (Exclude<PdfBlock, SignatureBlock> | SignatureBlock[])[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (block.kind !== 'signature') found.push(block);
    else if (Array.isArray(last) && last.length === 1 && mayStandBeside(last, block)) last.push(block);
    else found.push([block]);
  }
  return found;
}

function mayStandBeside(row: readonly SignatureBlock[], next: SignatureBlock): boolean {
  return next.startsRow !== true && ![...row, next].some(isLong);
}

function preparePair(signatures: readonly SignatureBlock[]): unknown {
  return { kind: 'signatures', items: signatures.map((each) => prepareSignature(each)), long: signatures.some(isLong) };
}

function isLong({ statement }: Pick<SignatureBlock, 'statement'>): boolean {
  return statement.length > LONG;
}

/** Each part stands on its own, so that a name read from the right does not turn the whole line round. */
function runningName({ lastName, firstName, born, nhsNumber }: PdfIdentity): string[] {
  return [
    ...ownPieces(lastName.toUpperCase()),
    ...(firstName === '' ? [] : [', ', ...ownPieces(firstName)]),
    ...ownPieces(`   born ${born}`),
    ...(nhsNumber === undefined ? [] : ownPieces(`   NHS number ${nhsNumber}`)),
  ];
}

function shortened(title: string): string {
  const letters = [...title];
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : title;
}

function prepareBlock(block: Exclude<PdfBlock, SignatureBlock>): unknown {
  switch (block.kind) {
    case 'heading':
      return {
        kind: block.kind,
        level: block.level,
        pieces: ownPieces(block.text),
        ...(block.spans && { body: rich(block.spans) }),
      };
    case 'paragraph':
      return { kind: block.kind, quiet: block.quiet ?? false, body: rich(block.spans) };
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
    case 'evidence':
    case 'timeline':
      return { ...eachText(block), rows: block.rows.map((row) => eachText(row)), kind: block.kind };
    case 'identity':
      return {
        ...eachText({ ...block, lastName: block.lastName.toUpperCase() }),
        kind: block.kind,
        procedures: block.procedures.map((procedure) => eachText(procedure)),
      };
    case 'inkBox':
      return { ...eachText(block), kind: block.kind, long: isLong(block), ...prepareWitness(block) };
    case 'writeBoxes':
    case 'writeFields':
    case 'writeLines':
    case 'codedCase':
      return prepareWrite(block);
    case 'choices':
      return { kind: block.kind, rows: block.rows.map(choiceRow) };
    case 'pageBreak':
      return block;
  }
}

function prepareFacts({ kind, rows, wide }: PdfBlock & { kind: 'facts' }): unknown {
  return { kind, wide: wide ?? false, rows: rows.map(({ term, value }) => ({ term: ownPieces(term), value: cell(value) })) };
}

/** A list whose every item reads from the right has its marks on the right. */
function prepareList({ kind, ordered, items, nested = [] }: PdfBlock & { kind: 'list' }): unknown {
  const rtl = items.length > 0 && items.every((item) => readsFromRight(textOf(item)));
  return {
    kind,
    ordered,
    rtl,
    long: items.flat().length > 8 || nested.some((blocks) => blocks.length > 0) || textOf(items.flat()).length > LONG,
    items: items.map((item, at) => ({ ...(rtl ? rich(item) : cell(item)), below: prepareBlocks(nested[at] ?? []) })),
  };
}

/** Every row gets exactly as many cells as there are columns: a missing cell would move all that follow. */
function prepareTable({ kind, columns, rows }: PdfBlock & { kind: 'table' }): unknown {
  return {
    kind,
    titles: columns.map(({ title }) => ownPieces(title)),
    shares: columns.map(({ share }) => share ?? 1),
    strong: columns.map(({ strong }) => strong ?? false),
    rows: rows.map((row) => columns.map((_, index) => cell(row[index] ?? []))),
  };
}

function prepareSignature(block: SignatureBlock): unknown {
  return { ...eachText(block), kind: block.kind, plainName: block.name, mark: prepareMark(block.mark) };
}

function prepareMark(mark: SignatureMark): unknown {
  switch (mark.kind) {
    case 'ink':
      return { kind: mark.kind, svg: inkSvg(mark.strokes) };
    case 'typed':
      return { kind: mark.kind, pieces: ownPieces(mark.text), size: Math.min(24, Math.max(9, 290 / mark.text.length)) };
    case 'spoken':
    case 'paper':
    case 'empty':
      return { kind: mark.kind, pieces: ownPieces(mark.words ?? '') };
  }
}

function choiceRow({ tone, later, ...row }: (PdfBlock & { kind: 'choices' })['rows'][number]): object {
  return { ...eachText(row), tone, ...(later && { later: later.map(choiceRow) }) };
}

/** Turns the texts of a flat object into pieces and leaves the rest out. */
function eachText(row: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([key, text]) => [key, ownPieces(text)]));
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
  return spans.reduce((sum, { text }) => sum + text.length, 0) > LONG;
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
