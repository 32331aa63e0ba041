import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

/** The notice of a form that somebody signed on paper: what was written there by hand stands on the scan alone. */
export function paperBlocks({ signatures }: Pick<DocumentSource, 'signatures'>): PdfBlock[] {
  const scans = [...new Set(signatures.flatMap(({ given }) => given.paper?.sha256 ?? []))];
  if (scans.length === 0) return [];
  const named = scans.map((sha256) => `SHA-256 ${sha256}`).join(', ');
  const isBlank = signatures.some(({ given }) => given.paper?.isBlank === true);
  const blank = isBlank ? 'A blank form was filled in by hand. The text of this document was written up afterwards. ' : '';
  const text = `${blank}Ticks and words that were written by hand on the paper stand on the scan alone. The scan: ${named}.`;
  return [{ kind: 'notice', tone: 'info', title: 'Signed on paper', spans: [{ text }] }];
}
