import { OWN_WORDS_TITLE } from './own-words.ts';

/** The headings of the signer's part of a document. */
export const SIGNED_TITLES = {
  choices: 'The patient’s choices',
  ownWords: OWN_WORDS_TITLE,
  /** above a form's own text that begins without a heading; the signer's page has the same */
  text: 'More about your consent',
  signatures: 'Signatures',
} as const;
