import type { Widened } from './texts.ts';

/** Sentences of the questions of understanding; the questions themselves are the library's. */
export const understandingTexts = {
  progress: (at: number, of: number) => `Question ${at} of ${of}`,
  lead: 'This helps your clinician to see if all was clear. You can go on without an answer.',
  skip: 'I would rather not answer',
  again: {
    h1: 'Let us look at this again',
    lead: 'The next page tells you more about this question. After it, we ask you once more.',
    show: 'Show me the page',
    leave: 'Go on without this question',
  },
  done: {
    h1: 'Thank you',
    lead: 'There are no more of these questions.',
    talk: 'If you like, talk about this with your clinician:',
  },
} as const;

export type UnderstandingTexts = Widened<typeof understandingTexts>;
