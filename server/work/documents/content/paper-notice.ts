import { composed, composedList } from '#domain/values/composed.ts';
import { longDate } from '#domain/values/plain-date.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { readingsIn } from './document-later.ts';
import type { DocumentSource } from './document-source.ts';

/**
 * The notice of a form that somebody signed on paper: by whom its ticks were read, what stands on the scan alone, and whether its pages
 * travel sealed with it.
 */
export function paperBlocks({
  signatures,
  laterAnswers,
  checkedScan,
}: Pick<DocumentSource, 'signatures' | 'laterAnswers' | 'checkedScan'>): PdfBlock[] {
  const papers = signatures.flatMap(({ given }) => given.paper ?? []);
  if (papers.length === 0) return [];
  const isBlank = papers.some((paper) => paper.isBlank === true);
  const readers = readingsIn({ laterAnswers }).map(({ readBy }) => readBy);
  const days = papers.map(({ signedOn }) => signedOn).toSorted();
  const hand =
    checkedScan === undefined ? 'Words that are not printed here stand on the scan alone.' : 'The pages are attached and sealed.';
  const lines = [
    isBlank ? 'A blank form was filled in by hand. The text of this document was written up afterwards.' : '',
    readers.length === 0
      ? 'Ticks and words that were written by hand on the paper stand on the scan alone.'
      : composed`Ticks were read by ${listOf(readers)}. ${hand}`,
    `The scan as it was uploaded: ${listOf(papers.map(({ sha256 }) => `SHA-256 ${sha256}`))}.`,
  ];
  return [
    {
      kind: 'notice',
      tone: 'info',
      title: `Signed on paper on ${listOf(days.map(longDate))}`,
      spans: [
        {
          text: composedList(
            lines.filter((line) => line !== ''),
            ' ',
          ),
        },
      ],
    },
  ];
}

/** Each text once, in the order in which they come. */
function listOf(texts: readonly string[]): string {
  return composedList([...new Set(texts)], ', ');
}
