import type { PdfBlock, WriteField } from '#server/outside/pdf/blocks.ts';

/** The answers to a question of yes or no. */
export const YES_NO_ANSWERS: readonly string[] = ['Yes', 'No'];

/** Questions to answer by hand. */
export function fields(...rows: readonly WriteField[]): PdfBlock {
  return { kind: 'writeFields', rows };
}

/** Empty lines to write on. */
export function lines(count: number): PdfBlock {
  return { kind: 'writeLines', lines: count };
}
