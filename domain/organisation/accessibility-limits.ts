/**
 * Something that a person may not be able to use, and another way in its place.
 *
 * @property criterion - of WCAG 2.2 with its level, or what else it falls short of
 * @property since - plain date from which this is known
 * @property rules - rules of axe that a test switches off because of it
 */
type AccessibilityLimit = {
  readonly criterion: string;
  readonly what: string;
  readonly where: string;
  readonly since: string;
  readonly instead: string;
  readonly rules?: readonly string[];
};

/** The known limits of the pages and documents. The accessibility statement is made of them, and a test that switches a rule off needs a row. */
export const ACCESSIBILITY_LIMITS: readonly AccessibilityLimit[] = [
  {
    criterion: '1.1.1 Non-text content (A)',
    what: 'The pages of a form that was signed on paper are pictures. A screen reader finds no words in them.',
    where: 'The scan of a paper form, and its pages in the document with the seal.',
    since: '2026-11-21',
    instead: 'What was agreed stands as text in the same document, before the pictures. Ask us, and we read the scan to you.',
  },
  {
    criterion: '1.2.2 Captions and 1.2.5 Audio description (A, AA)',
    what: 'Videos and leaflets of others may have no captions, no description or too little contrast. We do not make them.',
    where: 'The links to leaflets and videos beside an operation.',
    since: '2026-11-21',
    instead: 'What you need to decide stands on our own pages as text. Ask the clinician to go through a video with you.',
  },
  {
    criterion: '1.2.6 Sign language (AAA)',
    what: 'No page is in British Sign Language.',
    where: 'Everywhere.',
    since: '2026-11-21',
    instead: 'Ask us for an interpreter. You need not sign before one is there.',
  },
  {
    criterion: 'Beyond WCAG: words that stay English',
    what: 'Some words stay English on pages in another language: what your hospital has written itself, this statement and the privacy notice. Those parts are marked.',
    where: 'The pages of signers in Welsh and Arabic.',
    since: '2026-11-21',
    instead: 'Ask us for an interpreter, or for the words in your language.',
  },
  {
    criterion: 'Beyond WCAG: reviewed translations',
    what: 'No translator has checked the Welsh and Arabic words yet. Each page says so.',
    where: 'The pages of signers in Welsh and Arabic.',
    since: '2026-11-21',
    instead: 'You sign the English words that stand beside them. Ask us for an interpreter.',
  },
];

/** Working days within which an answer about accessibility comes [choice]. */
export const ACCESSIBILITY_ANSWER_DAYS = 10;

/** Whom people turn to who are not happy with the answer, and who enforces the law. */
export const ACCESSIBILITY_BODIES = {
  advice: { name: 'Equality Advisory and Support Service (EASS)', url: 'https://www.equalityadvisoryservice.com/' },
  enforcement: {
    name: 'Equality and Human Rights Commission (EHRC)',
    law: 'the Public Sector Bodies (Websites and Mobile Applications) (No. 2) Accessibility Regulations 2018',
  },
} as const;
