import { expect, test } from 'vitest';
import { mailKindWords, personalMailWords } from '#src/results/mail-words.ts';

test('a mail says what it is about, also one of a later build', () => {
  expect(mailKindWords('LINK')).toBe('Link to a form');
  expect(mailKindWords('BACKUP_CODE')).toBe('Code to sign in');
  expect(mailKindWords('SOMETHING_NEW')).toBe('Mail');
});

test('whoever manages users reads it in other words', () => {
  expect(personalMailWords('BACKUP_CODE')).toBe('Backup code');
  expect(personalMailWords('LINK')).toBe('Mail');
  expect(personalMailWords('SOMETHING_NEW')).toBe('Mail');
});
