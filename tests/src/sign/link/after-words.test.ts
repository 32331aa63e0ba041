import { expect, test } from 'vitest';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { longDate } from '#domain/values/plain-date.ts';
import type { CaseStatus, SignerState } from '#domain/base/states.ts';
import { afterWordsOf } from '#src/sign/link/after-words.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { aForm } from '#tests/src/sign/form.ts';

const CONTACTS = { organisation: 'Demo General Hospital', support: 'the ward' };
type Change = { role?: SignerRole; state?: SignerState; status: CaseStatus; required?: boolean; isTakenBack?: boolean };

function wordsOf({ role = 'PATIENT', state = 'SIGNED', status, required, isTakenBack }: Change) {
  const form = aForm({ status, signedAt: status === 'SIGNED' || status === 'WITHDRAWN' ? '2026-08-06T14:05:00.000Z' : null });
  const recipients = form.recipients.map((each) => ({ ...each, role, state, required }));
  const extras = isTakenBack === undefined ? {} : { done: { on: '2026-08-07', isTakenBack } };
  return afterWordsOf({ ...form, role, recipients, extras }, CONTACTS, { ...linkTexts, date: longDate });
}
const able = (change: Change) => {
  const { canDownload, canWithdraw, canAsk, canWrite, isWaiting } = wordsOf(change);
  return Object.entries({ canDownload, canWithdraw, canAsk, canWrite, isWaiting }).flatMap(([name, can]) => (can ? [name] : []));
};

test('who has signed waits for the others, then gets a copy and may change their mind', () => {
  expect(able({ status: 'PARTIALLY_SIGNED' })).toEqual(['canAsk', 'canWrite', 'isWaiting']);
  expect(able({ status: 'SIGNED' })).toEqual(['canDownload', 'canWithdraw', 'canAsk', 'canWrite']);
  for (const status of ['PARTIALLY_SIGNED', 'SIGNED'] as const)
    expect(wordsOf({ status }).lines.at(-1)).toMatch(/change your mind at any time.*ring the ward/);
});

test('only who decides, and whose signature the form needs, takes it back', () => {
  expect(able({ status: 'SIGNED', role: 'CHILD', required: false })).toEqual(['canDownload', 'canAsk', 'canWrite']);
  expect(able({ status: 'SIGNED', role: 'INTERPRETER' })).toEqual([]);
  expect(able({ status: 'SIGNED', role: 'CONSULTEE' })).toEqual(['canAsk']);
});

test('a no says so, and how to say yes after all', () => {
  const { h1, lines } = wordsOf({ state: 'DECLINED', status: 'DECLINED' });
  expect(h1).toBe('You have said no');
  expect(lines.at(-1)).toBe('To say yes after all, ask Demo General Hospital for a new form.');
  expect(wordsOf({ state: 'DECLINED', status: 'DECLINED', role: 'INTERPRETER' }).h1).toBe('You said that you cannot sign');
});

test('each way in which a signed form ends is told in its own words', () => {
  const headings = (['WITHDRAWN', 'DECLINED', 'EXPIRED', 'SUPERSEDED', 'SIGNED'] as const).map(
    (status) => wordsOf({ status }).h1,
  );
  expect(new Set(headings).size).toBe(5);
  expect(able({ status: 'WITHDRAWN' })).toEqual(['canDownload', 'canAsk', 'canWrite']);
});

test('once the operation was done the yes can still be taken back; then the telephone is the way', () => {
  expect(wordsOf({ status: 'SIGNED', isTakenBack: false }).lines[0]).toBe('The operation was recorded as done on 7 August 2026.');
  expect(able({ status: 'SIGNED', isTakenBack: false })).toEqual(['canDownload', 'canWithdraw', 'canAsk', 'canWrite']);
  const { h1, lines } = wordsOf({ status: 'SIGNED', isTakenBack: true });
  expect([h1, ...lines]).toEqual([
    'We have told the team',
    'The operation was recorded as done on 7 August 2026.',
    'If it was not done, ring the ward now.',
  ]);
  expect(able({ status: 'SIGNED', isTakenBack: true })).toEqual(['canDownload', 'canAsk', 'canWrite']);
});
