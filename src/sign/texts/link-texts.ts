import { useTranslation } from '#src/sign/language/reading-language.ts';
import type { Widened } from './texts.ts';

/** Sentences of the pages that only visits by a link have; loaded with them. */
export const linkTexts = {
  start: {
    h1: (organisation: string) => `A form from ${organisation}`,
    about: (initial: string) => `It is about ${initial}.`,
    start: 'Start',
  },
  who: {
    h1: 'First, show that it is you',
    again: 'We need to ask again who you are. What you wrote is still here.',
    group: 'Your answers',
    birth: (initial: string) => `Date of birth of the patient, ${initial}`,
    birthHint: 'For example 27 3 1962',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    lastName: 'Your own last name',
    name: 'Your own name',
    code: 'Your agency number, or the six digits that staff read to you',
    noBirth: 'Write the date of birth, for example 27 3 1962',
    noLastName: 'Write your last name',
    noName: 'Write your name',
    noCode: 'Write your number, or the six digits',
    wrong: (left: number) => `That does not match. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
    unsure: 'That does not match.',
  },
  locked: { h1: 'This page is locked', ring: (support: string) => `Ring ${support}.` },
  ended: { h1: 'This page has ended', ask: (organisation: string) => `Ask ${organisation} for a new one.` },
  mistake: {
    h1: 'This form was made by mistake',
    count: 'It does not count.',
    ring: (support: string) => `If you have a question, ring ${support}.`,
  },
  silent: { h1: 'We cannot show this page now', lead: 'No answer came. Check your network, and try again.' },
  insecure: { h1: 'We cannot show this page here', lead: 'This browser has no safe link to the hospital.' },
  /** a hospital whose name is not known yet */
  hospital: 'the hospital',
  after: {
    signed: 'Thank you. You have signed.',
    toCome: 'What happens next: the others sign too. Then no one can change the form.',
    comeBack: 'Come back with the same link then, to download a copy.',
    complete: 'Everyone has signed. No one can change the form now.',
    mind: (support: string) => `You can change your mind at any time, even on the day. Tell staff, or ring ${support}.`,
    nothing: 'There is nothing more for you to do.',
    withdrawn: 'This consent does not count any more',
    withdrawnLines: ['It was taken back.', 'Nothing will be done without a new yes.'],
    declined: 'You have said no',
    declinedLines: ['We have written down that you said no.', 'Your clinician will talk with you about what happens next.'],
    otherDeclined: 'Someone else has said no',
    otherDeclinedLines: ['Your own answer is saved.', 'The clinician will talk with you about what happens next.'],
    expired: 'The time for this form has ended',
    expiredLines: ['Your own answer is saved, but not everyone has signed in time.'],
    replaced: 'There is a newer form',
    replacedLines: ['This form does not count any more. The newer one counts.'],
    sayYes: (organisation: string) => `To say yes after all, ask ${organisation} for a new form.`,
    cannotSign: 'You said that you cannot sign',
    cannotSignLines: ['The clinician will find another way.'],
    later: 'You asked for more time',
    laterLines: ['Your clinician will talk with you.', 'Come back with the same link. Your page and your words are still here.'],
    goOn: 'Go back to the form',
    lookAgain: 'Look again',
    download: 'Download a copy',
    making: 'The copy is being made. Try again in a moment.',
    saved: 'The copy is in your downloads.',
    changeMind: 'I have changed my mind',
    ask: 'Ask a question',
  },
  withdraw: {
    h1: 'Do you want to take back your yes?',
    lead: 'You can do so at any time. We will still look after you.',
    label: 'Why have you changed your mind?',
    hint: 'You can leave this empty.',
    sure: 'Are you sure?',
    sureLead: 'Your yes then does not count any more. We tell your clinician.',
    yes: 'Yes, I take it back',
    no: 'No, my yes still counts',
  },
  ask: {
    h1: 'What would you like to ask?',
    lead: 'Your question goes to the clinician.',
    label: 'Your question',
    empty: 'Write your question',
    send: 'Send my question',
    lookAgain: 'Look for the answer',
    sent: 'We have your question. Come back with the same link to read the answer.',
  },
} as const;

export type LinkTexts = Widened<typeof linkTexts>;

/** The sentences of these pages for this visit's reader. */
export function useLinkTexts(): LinkTexts {
  return useTranslation()?.link ?? linkTexts;
}
