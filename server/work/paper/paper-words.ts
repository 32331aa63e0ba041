import type { Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { decides, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { storeWords } from '#server/work/cases/store-words.ts';
import { commentsOf } from '#server/work/signing/comments.ts';
import type { PaperSigner } from './paper-signers.ts';

type Written = Pick<Parsed<'recordConfirmScan'>, 'words' | 'mattersToMe'>;

/** The faults in the words of a paper: those of somebody who has not signed on it, or whose role adds none. */
export function wordsFaults(onPaper: readonly PaperSigner[], { words = [], mattersToMe = '' }: Written): Fault[] {
  const faults = words.flatMap(({ signing_order: order }, at): Fault[] => {
    const row = onPaper.find((each) => each.row.signing_order === order)?.row;
    if (row !== undefined && ROLE_RULES[row.role].comments !== null && isFirst(words, at)) return [];
    return [
      {
        path: `words.${at}.signing_order`,
        message: 'Nobody signed the paper at this place who adds words, or it is named twice',
      },
    ];
  });
  if (mattersToMe === '' || onPaper.some(({ row }) => decides(row.role))) return faults;
  return [...faults, { path: 'mattersToMe', message: 'Nobody who decides has signed on this paper' }];
}

function isFirst(words: NonNullable<Written['words']>, at: number): boolean {
  return words.findIndex(({ signing_order: order }) => order === words[at]?.signing_order) === at;
}

/**
 * Stores what signers wrote on the paper, under each of them.
 *
 * @returns the columns in which a server of the build before has the words
 */
export async function storePaperWords(
  open: OpenCase,
  onPaper: readonly PaperSigner[],
  { words = [], mattersToMe = '' }: Written,
): Promise<ReturnType<typeof commentsOf>> {
  const decider = onPaper.find(({ row }) => decides(row.role));
  // The record that was signed says what mattered by then: words on the paper stand beside it, under their writer.
  const matters =
    mattersToMe === '' || decider === undefined ? [] : [{ signer: decider.row, text: `What matters to me: ${mattersToMe}` }];
  const written = words.flatMap(({ signing_order: order, text }) => {
    const signer = onPaper.find(({ row }) => row.signing_order === order)?.row;
    return signer === undefined ? [] : [{ signer, text }];
  });
  let columns: ReturnType<typeof commentsOf> = {};
  for (const { signer, text } of [...matters, ...written]) {
    await storeWords(open, { kind: 'COMMENT', text, by: { signer } });
    columns = { ...columns, ...commentsOf({ ...open.consent, ...columns }, { role: signer.role, comments: text }) };
  }
  return columns;
}
