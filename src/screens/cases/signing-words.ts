import type { SignMethod } from '#domain/states.ts';

/** How somebody signed, inside a sentence: `Patient, drawn`. */
export const METHOD_WORDS: Readonly<Record<SignMethod, string>> = {
  DRAWN: 'drawn',
  TYPED: 'typed name',
  MARK_WITNESSED: 'a mark, with a witness',
  VERBAL_WITNESSED: 'spoken, with a witness',
  PAPER_SCAN: 'on paper',
};

/** How far a signer has come. */
export const SIGNER_STATE_WORDS = {
  WAITING: 'Not yet',
  INVITED: 'Invited',
  OPENED: 'Has opened the form',
  VERIFIED: 'Has confirmed who they are',
  SIGNED: 'Signed',
  DECLINED: 'Does not agree',
  EXPIRED: 'Time has ended',
} as const;
