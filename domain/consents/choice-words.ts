import type { CHOICE_ANSWERS } from './consent.ts';

/** The answers to an additional choice as whoever decides reads them, on a page and on paper. */
export const CHOICE_WORDS: Readonly<Record<(typeof CHOICE_ANSWERS)[number], string>> = {
  ACCEPT: 'Yes',
  REFUSE: 'No',
  DISCUSS: 'I want to talk about it',
};

/** In the place of an answer to a choice. */
export const NOT_ANSWERED = 'Not answered';

/**
 * The same answers as others read what somebody decides.
 *
 * @property staff - on the screens of staff
 * @property sealed - on the document, which never changes its words
 */
type ChoiceAnswer = { readonly staff: string; readonly sealed: string };
export const CHOICE_ANSWER_WORDS: Readonly<Record<(typeof CHOICE_ANSWERS)[number], ChoiceAnswer>> = {
  ACCEPT: { staff: 'Yes', sealed: 'Agrees' },
  REFUSE: { staff: 'No', sealed: 'REFUSES' },
  DISCUSS: { staff: 'Wants to talk about it', sealed: 'Wants to talk about it' },
};
