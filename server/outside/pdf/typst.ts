import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { NodeCompiler, PdfStandard, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { PdfDocument } from './blocks.ts';
import { FONT_FAMILIES, fontFiles } from './fonts.ts';
import { PdfNotDrawn, WINDOW_TOO_SMALL } from './pdf-not-drawn.ts';
import { closerFits, isFilled, LETTER_FITS, movedDown, ROOMY, type Fit, type Layout } from './fit.ts';
import { prepare, type Prepared } from './prepare.ts';
import { printableDocument } from './printable-document.ts';
import documentSource from './template/document.typ?raw';
import letterSource from './template/letter.typ?raw';
import lookSource from './template/look.typ?raw';
import partsSource from './template/parts.typ?raw';
import signingSource from './template/signing.typ?raw';
import writingSource from './template/writing.typ?raw';

/**
 * Draws a document as a tagged PDF/A-3a file. Synchronous (about 35 ms for three pages, 300 ms the first time): call it in a worker.
 *
 * @throws PdfNotDrawn when the template fails
 */
export function renderPdf(document: PdfDocument, standard: PdfStandard = PdfStandard.A_3a): Uint8Array {
  const creationTimestamp = Math.floor(document.createdAt / 1000);
  return drawn(document, (typst, pages) => typst.pdf(pages, { pdfStandard: standard, creationTimestamp }));
}

/** Draws the pages as one SVG without scripts, each below the one before. Synchronous, and throws as {@link renderPdf}. */
export function renderPicture(document: PdfDocument): Uint8Array {
  return drawn(document, (typst, pages) => Buffer.from(typst.plainSvg(pages)));
}

function drawn(content: PdfDocument, write: (typst: NodeCompiler, pages: NodeTypstDocument) => Uint8Array): Uint8Array {
  const document = printableDocument(content);
  const typst = (compiler ??= openCompiler());
  try {
    return write(typst, fitted(typst, document));
  } catch (error) {
    if (error instanceof PdfNotDrawn) throw error;
    // The compiler's own message quotes the text it failed on, which may be a patient's.
    throw new PdfNotDrawn('The document could not be written.');
  } finally {
    for (const { path } of filesOf(document)) typst.unmapShadow(path);
    typst.evictCache(3);
  }
}

/** The pages in the first layout whose last page is full enough; at most five are made. */
function fitted(typst: NodeCompiler, document: PdfDocument): NodeTypstDocument {
  for (const { path, bytes } of filesOf(document)) typst.mapShadow(path, Buffer.from(bytes));
  const prepared = prepare(document, USUAL_PAGES);
  if (document.window !== undefined) return onePage(typst, document, prepared.json);
  const first = layOut(typst, document, { json: prepared.json, fit: ROOMY });
  const roomy = layoutOf(typst, first);
  const [fit, pages] = isFilled(roomy) ? [ROOMY, first] : closed(typst, document, { prepared, roomy, first });
  if (document.footer.pageCode === undefined || pages.numOfPages === USUAL_PAGES) return pages;
  // The code of a page says how many there are.
  return layOut(typst, document, { json: prepare(document, pages.numOfPages).json, fit });
}

/**
 * A letter in the largest letters in which it has one page; in the smallest ones where no layout does.
 *
 * @throws PdfNotDrawn WINDOW_TOO_SMALL
 */
function onePage(typst: NodeCompiler, document: PdfDocument, json: string): NodeTypstDocument {
  for (const fit of LETTER_FITS) {
    const pages = layOut(typst, document, { json, fit });
    const [fitsWindow] = typst.query(pages, { selector: '<window-fits>', field: 'value' }) as boolean[];
    if (fitsWindow !== true) throw new PdfNotDrawn(WINDOW_TOO_SMALL);
    if (pages.numOfPages === 1 || fit === LETTER_FITS.at(-1)) return pages;
  }
  throw new PdfNotDrawn('The letter could not be laid out.');
}

function closed(
  typst: NodeCompiler,
  document: PdfDocument,
  { prepared: { json, drawn }, roomy, first }: { prepared: Prepared; roomy: Layout; first: NodeTypstDocument },
): [Fit, NodeTypstDocument] {
  let last: [Fit, NodeTypstDocument] = [ROOMY, first];
  for (const fit of [...closerFits(roomy, drawn), ...movedDown(roomy, drawn)]) {
    last = [fit, layOut(typst, document, { json, fit })];
    if (isFilled(layoutOf(typst, last[1]))) break;
  }
  return last;
}

// The fit is a file: an input that changes would lay out every part anew, and this one the parts alone that use what has changed.
function layOut(
  typst: NodeCompiler,
  { attachment, scan }: PdfDocument,
  { json, fit }: { json: string; fit: Fit },
): NodeTypstDocument {
  typst.mapShadow(FIT, Buffer.from(JSON.stringify(fit)));
  const { result } = typst.compile({
    mainFilePath: `${ROOM}/document.typ`,
    inputs: {
      document: json,
      fonts: JSON.stringify(FONT_FAMILIES),
      ...(attachment && { attachment: attachment.json }),
      ...(scan && { scan: scan.name }),
    },
  });
  if (!result) throw new PdfNotDrawn('The document could not be laid out.');
  return result;
}

/** The place of each block, which the template notes at its end. */
function layoutOf(typst: NodeCompiler, pages: NodeTypstDocument): Layout {
  const [found] = typst.query(pages, { selector: '<layout>', field: 'value' }) as Layout[];
  if (found === undefined) throw new PdfNotDrawn('The document has no end.');
  return found;
}

/** The folder exists only inside the compiler: templates and fonts are given to it as bytes. */
const ROOM = `${tmpdir()}/assent-pdf`;

/** Most forms on paper have so many: their codes then need no second layout. */
const USUAL_PAGES = 2;

const FIT = `${ROOM}/fit.json`;
/** The files of a document that the template reads, which are there for it alone. */
function filesOf({ letterhead: { logo }, scan, pagePictures = [] }: PdfDocument): { path: string; bytes: Uint8Array }[] {
  return [
    ...(logo === undefined ? [] : [{ path: `${ROOM}/logo.png`, bytes: logo }]),
    ...(scan === undefined ? [] : [{ path: `${ROOM}/${scan.name}`, bytes: scan.bytes }]),
    ...pagePictures.map(({ jpeg }, at) => ({ path: `${ROOM}/page-${at}.jpg`, bytes: jpeg })),
  ];
}

let compiler: NodeCompiler | undefined;

function openCompiler(): NodeCompiler {
  const opened = NodeCompiler.create({
    workspace: ROOM,
    fontArgs: [{ fontBlobs: fontFiles().map((file) => readFileSync(file)) }],
  });
  opened.addSource(`${ROOM}/document.typ`, documentSource);
  opened.addSource(`${ROOM}/letter.typ`, letterSource);
  opened.addSource(`${ROOM}/look.typ`, lookSource);
  opened.addSource(`${ROOM}/parts.typ`, partsSource);
  opened.addSource(`${ROOM}/signing.typ`, signingSource);
  opened.addSource(`${ROOM}/writing.typ`, writingSource);
  return opened;
}
