import { expect, test } from 'vitest';
import type { TicketDetails } from '#contract/signing.ts';
import { decides, ROLE_RULES, SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { PAGE_STATES } from '#domain/signing/page-state.ts';
import { longDate } from '#domain/values/plain-date.ts';
import type { CaseStatus, SignerState } from '#domain/base/states.ts';
import { afterWordsOf } from '#src/sign/link/after-words.ts';
import { arabic } from '#src/sign/texts/ar/dictionary.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { aForm } from '#tests/src/sign/form.ts';

const CONTACTS = { organisation: 'Demo General Hospital', support: '020 7946 0000', host: 'forms.example.org' };
type Extras = NonNullable<TicketDetails['extras']>;
type Change = {
  readonly status: CaseStatus;
  readonly role?: SignerRole;
  readonly state?: SignerState;
  readonly required?: boolean;
  readonly extras?: Extras;
};

function detailsOf({ role = 'PATIENT', state = 'SIGNED', status, required, extras = {} }: Change): TicketDetails {
  const isSealed = ['SIGNED', 'WITHDRAWN', 'SUPERSEDED'].includes(status);
  const form = aForm({ status, signedAt: isSealed ? '2026-08-06T14:05:00.000Z' : null });
  const recipients = form.recipients.map((each) => ({ ...each, role, state, required }));
  return { ...form, role, recipients, extras };
}
const wordsOf = (change: Change) => afterWordsOf(detailsOf(change), CONTACTS, { ...linkTexts, date: longDate });
function able(change: Change): string[] {
  const { canDownload, canWithdraw, canAsk, canWrite, isWaiting } = wordsOf(change);
  return Object.entries({ canDownload, canWithdraw, canAsk, canWrite, isWaiting }).flatMap(([name, can]) => (can ? [name] : []));
}

const DAY = { decisionDate: '2026-08-07' };
const MIND = 'You can change your mind at any time, even on the day. Tell staff, or ring 020 7946 0000.';
const COMPLETE = 'Everyone has signed. No one can change the form now.';
const SIGNED = 'Thank you. You have signed.';
const SAY_YES = 'To say yes after all, ask Demo General Hospital for a new form.';
const WHOLE = ['canDownload', 'canWithdraw', 'canAsk', 'canWrite'];
const WITHOUT = ['canDownload', 'canAsk', 'canWrite'];
const SPOKEN = ['canAsk', 'canWrite'];

/** A row for each state: the form, what stands on the page, and what can be done there by somebody who decides. */
const ROWS: Readonly<Record<(typeof PAGE_STATES)[number], readonly [Change, readonly string[], readonly string[]]>> = {
  WAITING: [
    { status: 'PARTIALLY_SIGNED' },
    [
      SIGNED,
      'What happens next: the others sign too. Then no one can change the form.',
      'Come back at forms.example.org/my-consent then, to download a copy.',
      MIND,
    ],
    [...SPOKEN, 'isWaiting'],
  ],
  SIGNED: [{ status: 'SIGNED' }, [SIGNED, COMPLETE, MIND], WHOLE],
  LAPSED: [
    { status: 'SIGNED', extras: { lapsedAfterDays: 182 } },
    [SIGNED, 'Your yes is more than 182 days old. The team asks you again before the operation.', MIND],
    WHOLE,
  ],
  DONE: [
    { status: 'SIGNED', extras: { done: { on: '2026-08-07', isTakenBack: false } } },
    [SIGNED, 'The operation was recorded as done on 7 August 2026.', COMPLETE],
    WHOLE,
  ],
  TAKEN_BACK: [
    { status: 'SIGNED', extras: { done: { on: '2026-08-07', isTakenBack: true } } },
    [
      'We have told the team',
      'The operation was recorded as done on 7 August 2026.',
      'If it was not done, ring 020 7946 0000 now.',
    ],
    WITHOUT,
  ],
  CLOSED: [{ status: 'SIGNED', extras: { isClosed: true } }, [SIGNED, 'It is not going ahead.', COMPLETE], WHOLE],
  WITHDRAWN: [
    { status: 'WITHDRAWN', extras: DAY },
    [
      'This consent does not count any more',
      'It was taken back on 7 August 2026.',
      'Nothing will be done without a new yes.',
      SAY_YES,
    ],
    WITHOUT,
  ],
  SUPERSEDED: [
    { status: 'SUPERSEDED', extras: { hasNewer: true } },
    ['There is a newer form', 'This form does not count any more.'],
    WITHOUT,
  ],
  DECLINED: [
    { status: 'DECLINED', state: 'DECLINED', extras: DAY },
    [
      'You have said no',
      'You said no on 7 August 2026. We have written it down.',
      'Your clinician will talk with you about what happens next.',
      SAY_YES,
    ],
    WITHOUT,
  ],
  OTHER_DECLINED: [
    { status: 'DECLINED' },
    ['Someone else has said no', 'Your own answer is saved.', 'The clinician will talk with you about what happens next.'],
    SPOKEN,
  ],
  EXPIRED: [
    { status: 'EXPIRED' },
    [
      'The time for this form has ended',
      'Your own answer is saved, but not everyone has signed in time.',
      'Ask Demo General Hospital for a new one.',
    ],
    [],
  ],
  VOIDED: [
    { status: 'VOIDED' },
    ['There is a newer form', 'This form does not count any more.', 'If you have a question, ring 020 7946 0000.'],
    [],
  ],
};

test.each(Object.entries(ROWS))(
  '%s says its own words to whoever decides, and offers what its row allows',
  (_, [change, words, acts]) => {
    for (const role of SIGNER_ROLES.filter((each) => decides(each))) {
      const { h1, lines } = wordsOf({ ...change, role });
      expect([role, h1, ...lines]).toEqual([role, ...words]);
      expect([role, ...able({ ...change, role })]).toEqual([role, ...acts]);
    }
  },
);

test.each(Object.entries(ROWS))('%s promises nothing to whoever does not decide', (name, [change]) => {
  const isOpen = change.status === 'SIGNED' || change.status === 'PARTIALLY_SIGNED';
  for (const role of SIGNER_ROLES.filter((each) => !decides(each))) {
    const { lines, openQuestion } = wordsOf({ ...change, role });
    expect([role, ...able({ ...change, role })]).toEqual([role, ...(ROLE_RULES[role].mayAsk && isOpen ? ['canAsk'] : [])]);
    // They have no page to come back to, no yes that grows old, and no mind to change.
    const all = [...lines, openQuestion].join(' ');
    expect(all).not.toMatch(/my-consent|Your yes|change your mind|download/);
    if (isOpen) expect([name, role, ...lines]).toEqual([name, role, 'There is nothing more for you to do.']);
  }
});

test.each([
  ['cy', { ...welsh.link, date: longDate }],
  ['ar', { ...arabic.link, date: longDate }],
] as const)('each row says something of its own in %s as well', (_, words) => {
  const pages = Object.values(ROWS).map(([change]) => {
    const { h1, lines } = afterWordsOf(detailsOf(change), CONTACTS, words);
    return [h1, ...lines].join('\n');
  });
  expect(new Set(pages).size).toBe(pages.length);
  for (const [at, page] of pages.entries()) {
    const english = Object.values(ROWS)[at]![1].join('\n');
    for (const part of ['7 August 2026', '182', '020 7946 0000', 'my-consent'])
      expect([part, page.includes(part)]).toEqual([part, english.includes(part)]);
  }
});

test('a question is answered where its asker comes back, and nobody is sent to a link that ends', () => {
  expect(wordsOf({ status: 'SIGNED' }).openQuestion).toBe(
    'We have your question. Come back at forms.example.org/my-consent to read the answer.',
  );
  expect(wordsOf({ status: 'SIGNED', role: 'CONSULTEE' }).openQuestion).toBe('We have your question. It goes to the clinician.');
});

test('only whose signature the form needs takes it back; a no with which the form went on has no paper', () => {
  expect(able({ status: 'SIGNED', role: 'CHILD', required: false })).toEqual(WITHOUT);
  expect(able({ status: 'SIGNED', state: 'DECLINED', role: 'PARENT' })).toEqual(SPOKEN);
  expect(wordsOf({ status: 'DECLINED', state: 'DECLINED', role: 'INTERPRETER' }).h1).toBe('You said that you cannot sign');
});

test('an end before all had signed offers no copy, and says nothing of the others', () => {
  for (const extras of [{ isClosed: true }, { done: { on: '2026-08-07', isTakenBack: false } }]) {
    expect(able({ status: 'PARTIALLY_SIGNED', extras })).toEqual(SPOKEN);
    expect(wordsOf({ status: 'PARTIALLY_SIGNED', extras }).lines.join(' ')).not.toMatch(/others sign|Everyone has signed/);
  }
});

test('a day that an answer of a build before does not know is left out; a newer form that was a mistake is no newer form', () => {
  expect(wordsOf({ status: 'WITHDRAWN' }).lines[0]).toBe('It was taken back.');
  expect(wordsOf({ status: 'DECLINED', state: 'DECLINED' }).lines[0]).toBe('We have written down that you said no.');
  expect(wordsOf({ status: 'SUPERSEDED', extras: { hasNewer: false } }).h1).toBe('This consent does not count any more');
  // A no in a case that is closed since has no talk ahead of it.
  expect(wordsOf({ status: 'DECLINED', state: 'DECLINED', extras: { ...DAY, isClosed: true } }).lines[1]).toBe(
    'It is not going ahead.',
  );
});
