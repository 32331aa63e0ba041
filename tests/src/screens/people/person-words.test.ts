import { MAIL_STATES } from '#contract/people.ts';
import { USER_STATUSES } from '#domain/accounts/user-status.ts';
import { accessEndWords, lastMailWords, personName, userStatusWords, wishWords } from '#src/screens/people/person-words.ts';
import { expect, test } from 'vitest';

test('every state of an account has words of its own', () => {
  const words = USER_STATUSES.map((status) => userStatusWords(status).words);
  expect(new Set(words).size).toBe(USER_STATUSES.length);
});

test('somebody without a name yet is called by the address', () => {
  expect(personName({ firstName: '', lastName: '', email: 'a@demo.nhs.uk' })).toBe('a@demo.nhs.uk');
  expect(personName({ firstName: 'Ada', lastName: 'Demo', email: 'a@demo.nhs.uk' })).toBe('Ada Demo');
});

test('a wish is told by the role’s name, and as it was kept where there is no such role any more', () => {
  const roles = [{ key: 'NURSE', name: 'Nurse' }];
  expect(wishWords('NURSE', roles)).toBe('Nurse');
  expect(wishWords('MATRON', roles)).toBe('MATRON');
  expect(wishWords(null, roles)).toBeNull();
});

test('a last day says whether it has passed', () => {
  expect(accessEndWords('2026-08-06', '2026-08-06')).toBe('Until 6 Aug 2026');
  expect(accessEndWords('2026-08-05', '2026-08-06')).toBe('Ended 5 Aug 2026');
  expect(accessEndWords(null, '2026-08-06')).toBeNull();
});

test('a mail tells what it was about and whether it went out, also one of a kind unknown here', () => {
  const at = '2026-08-06T14:05:00.000Z';
  expect(lastMailWords({ kind: 'APPROVED', state: 'FAILED', at })).toEqual({
    about: 'Notice of the approval',
    state: { tone: 'stop', words: 'Could not be sent' },
  });
  expect(lastMailWords({ kind: 'SOMETHING_NEW', state: 'SENT', at }).about).toBe('Mail');
  expect(new Set(MAIL_STATES.map((state) => lastMailWords({ kind: 'APPROVED', state, at }).state.words)).size).toBe(3);
});
