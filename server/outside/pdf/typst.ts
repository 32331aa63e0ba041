import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { NodeCompiler, PdfStandard, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { PdfDocument } from './blocks.ts';
import { FONT_FAMILIES, fontFiles } from './fonts.ts';
import { PdfNotDrawn } from './pdf-not-drawn.ts';
import { prepare } from './prepare.ts';
import { printableDocument } from './printable-document.ts';
import documentSource from './template/document.typ?raw';
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
    const once = layOut(typst, document);
    // The code of a page says how many there are.
    return write(typst, document.footer.pageCode === undefined ? once : layOut(typst, document, once.numOfPages));
  } catch (error) {
    if (error instanceof PdfNotDrawn) throw error;
    // The compiler's own message quotes the text it failed on, which may be a patient's.
    throw new PdfNotDrawn('The document could not be written.');
  } finally {
    typst.evictCache(3);
  }
}

function layOut(typst: NodeCompiler, document: PdfDocument, pages = 1): NodeTypstDocument {
  const { logo } = document.letterhead;
  if (logo !== undefined) typst.mapShadow(LOGO, Buffer.from(logo));
  const { result } = typst.compile({
    mainFilePath: `${ROOM}/document.typ`,
    inputs: {
      document: prepare(document, pages),
      fonts: JSON.stringify(FONT_FAMILIES),
      ...(document.attachment && { attachment: document.attachment.json }),
    },
  });
  if (!result) throw new PdfNotDrawn('The document could not be laid out.');
  return result;
}

/** The folder exists only inside the compiler: templates and fonts are given to it as bytes. */
const ROOM = `${tmpdir()}/assent-pdf`;

const LOGO = `${ROOM}/logo.png`;

let compiler: NodeCompiler | undefined;

function openCompiler(): NodeCompiler {
  const opened = NodeCompiler.create({
    workspace: ROOM,
    fontArgs: [{ fontBlobs: fontFiles().map((file) => readFileSync(file)) }],
  });
  opened.addSource(`${ROOM}/document.typ`, documentSource);
  opened.addSource(`${ROOM}/look.typ`, lookSource);
  opened.addSource(`${ROOM}/parts.typ`, partsSource);
  opened.addSource(`${ROOM}/signing.typ`, signingSource);
  opened.addSource(`${ROOM}/writing.typ`, writingSource);
  return opened;
}
