import type { SignMethod } from '#domain/states.ts';

/** The method of a signature, inside a sentence: `Patient, drawn`. */
export const METHOD_PHRASES: Readonly<Record<SignMethod, string>> = {
  DRAWN: 'drawn',
  TYPED: 'typed name',
  MARK_WITNESSED: 'a mark, with a witness',
  VERBAL_WITNESSED: 'spoken, with a witness',
  PAPER_SCAN: 'on paper',
};

/** The progress of a signer. */
export const SIGNER_STATE_WORDS = {
  WAITING: 'Not yet',
  INVITED: 'Invited',
  OPENED: 'Has opened the form',
  VERIFIED: 'Has confirmed who they are',
  SIGNED: 'Signed',
  DECLINED: 'Does not agree',
  EXPIRED: 'Time has ended',
} as const;
