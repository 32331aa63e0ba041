import type { SignMethod } from '#domain/base/states.ts';

/** Ways of signing as people read them. */
export const METHOD_WORDS: Record<SignMethod, string> = {
  DRAWN: 'Drawn by hand',
  TYPED: 'Typed name',
  MARK_WITNESSED: 'Mark, with a witness',
  VERBAL_WITNESSED: 'Spoken, with a witness',
  PAPER_SCAN: 'On paper',
};
