import { composed, composedList } from '#domain/values/composed.ts';
import { longDate } from '#domain/values/plain-date.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

/**
 * The notice of a form that somebody signed on paper: by whom its ticks were read, where its pages travel sealed with it. What was written by
 * hand on other papers stands on the scan alone.
 */
export function paperBlocks({ signatures, checkedScan }: Pick<DocumentSource, 'signatures' | 'checkedScan'>): PdfBlock[] {
  const papers = signatures.flatMap(({ given }) => given.paper ?? []);
  if (papers.length === 0) return [];
  const named = listOf(papers.map(({ sha256 }) => `SHA-256 ${sha256}`));
  const isBlank = papers.some((paper) => paper.isBlank === true);
  const blank = isBlank ? 'A blank form was filled in by hand. The text of this document was written up afterwards. ' : '';
  if (checkedScan === undefined)
    return notice(
      'Signed on paper',
      `${blank}Ticks and words that were written by hand on the paper stand on the scan alone. The scan: ${named}.`,
    );
  const days = listOf(
    papers
      .map(({ signedOn }) => signedOn)
      .toSorted()
      .map(longDate),
  );
  const readers = listOf(papers.map(({ checkedBy }) => checkedBy));
  return notice(
    `Signed on paper on ${days}.`,
    composed`Ticks were read by ${readers}. The pages are attached and sealed. ${blank}The scan as it was uploaded: ${named}.`,
  );
}

function notice(title: string, text: string): PdfBlock[] {
  return [{ kind: 'notice', tone: 'info', title, spans: [{ text }] }];
}

/** Each text once, in the order in which they come. */
function listOf(texts: readonly string[]): string {
  return composedList([...new Set(texts)], ', ');
}
