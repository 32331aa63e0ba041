import type { PdfBlock, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { textsOf } from './shown-text.ts';

/** The blocks of a document, in their order. */
export const blocksOf = (source: DocumentSource) => consentDocument(source).blocks;
/** Every text of a document, each in a line of its own. */
export const textOf = (source: DocumentSource) => textsOf(blocksOf(source)).join('\n');
const isSignature = (block: PdfBlock): block is SignatureBlock => block.kind === 'signature';
export const signaturesOf = (source: DocumentSource) => blocksOf(source).filter(isSignature);
/** Tone, title and text of each box. */
export const noticesOf = (source: DocumentSource) =>
  blocksOf(source).flatMap((block) =>
    block.kind === 'notice' ? [[block.tone, block.title, textsOf(block.spans).join('')]] : [],
  );
export const headingsOf = (source: DocumentSource) =>
  blocksOf(source).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
/** The value beside a label; undefined where no table has it. */
export const factOf = (source: DocumentSource, term: string) =>
  blocksOf(source)
    .flatMap((block) => (block.kind === 'facts' ? block.rows : []))
    .find((row) => row.term === term)
    ?.value.map(({ text }) => text)
    .join('');

/** Label and value of each row of the facts, those on the cards of people too. */
export function factsOf(source: DocumentSource): string[][] {
  const rows = blocksOf(source).flatMap((block) => {
    if (block.kind === 'cards') return block.items.flatMap((each) => each.rows);
    return block.kind === 'facts' ? block.rows : [];
  });
  return rows.map(({ term, value }) => [term, value.map(({ text }) => text).join('')]);
}

/** The cells of each row of the tables. */
export function cellsOf(source: DocumentSource): string[][] {
  const rows = blocksOf(source).flatMap((block) => (block.kind === 'table' ? block.rows : []));
  return rows.map((row) => row.map((cell) => textsOf(cell).join('')));
}
