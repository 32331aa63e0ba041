import { expect, test } from 'vitest';
import { attemptWords, mailState, mailKindWords } from '#src/screens/status/status-words.ts';

test('a mail says what it is about, also one of a later build', () => {
  expect(mailKindWords('LINK')).toBe('Link to a form');
  expect(mailKindWords('BACKUP_CODE')).toBe('Code to sign in');
  expect(mailKindWords('SOMETHING_NEW')).toBe('Mail');
});

test('its state and its tries stand in words', () => {
  expect(mailState('FAILED')).toEqual({ tone: 'stop', words: 'Given up' });
  expect(mailState('QUEUED')).toEqual({ tone: 'warn', words: 'Waiting to be sent' });
  expect([0, 1, 3].map(attemptWords)).toEqual(['Not tried yet.', 'Tried once.', 'Tried 3 times.']);
});
