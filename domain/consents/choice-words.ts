import type { CHOICE_ANSWERS } from './consent.ts';

/** The answers to an additional choice as whoever decides reads them, on a page and on paper. */
export const CHOICE_WORDS: Readonly<Record<(typeof CHOICE_ANSWERS)[number], string>> = {
  ACCEPT: 'Yes',
  REFUSE: 'No',
  DISCUSS: 'I want to talk about it',
};

/** The same answers as staff read what somebody else decides. */
export const CHOICE_ANSWER_WORDS: Readonly<Record<(typeof CHOICE_ANSWERS)[number], string>> = {
  ACCEPT: 'Yes',
  REFUSE: 'No',
  DISCUSS: 'Wants to talk about it',
};
