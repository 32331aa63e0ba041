import type { AdditionalChoice } from '#domain/consents/consent.ts';
import type { UnderstandingAnswer } from '#domain/library/understanding.ts';
import type { Strokes } from '#domain/signing/signature.ts';

/** The four equal signing methods of these pages. */
export const SIGNING_METHODS = ['DRAWN', 'TYPED', 'MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;
export type SigningMethod = (typeof SIGNING_METHODS)[number];

/** The person's input, which the server may not have yet. */
export type FormInput = {
  matters: string;
  choices: readonly AdditionalChoice[];
  /** the answers of somebody who has signed, to what they are asked again */
  again: readonly AdditionalChoice[];
  asks: boolean | null;
  question: string;
  /** answers to the questions of understanding, each try in its order */
  understood: readonly UnderstandingAnswer[];
  method: SigningMethod;
  ink: { readonly DRAWN: Strokes; readonly MARK_WITNESSED: Strokes };
  typedName: string;
  witnessName: string;
  witnessRole: string;
  /** how the witness signs in the same act; LATER: at another time, null: not chosen */
  witnessBy: 'DRAWN' | 'TYPED' | 'LATER' | null;
  witnessTyped: string;
  /** whether the witness is 18 or older, who signs here; null: nobody has said it */
  witnessAdult: boolean | null;
  witnessInk: Strokes;
  /** the signer's own words with the signature */
  comments: string;
  /** words that go with "more time" or "do not agree" */
  words: string;
};

/** The input of a visit before anything was entered. */
export const EMPTY_INPUT: FormInput = {
  matters: '',
  choices: [],
  again: [],
  asks: null,
  question: '',
  understood: [],
  method: 'DRAWN',
  ink: { DRAWN: [], MARK_WITNESSED: [] },
  typedName: '',
  witnessName: '',
  witnessRole: '',
  witnessBy: null,
  witnessTyped: '',
  witnessAdult: null,
  witnessInk: [],
  comments: '',
  words: '',
};
