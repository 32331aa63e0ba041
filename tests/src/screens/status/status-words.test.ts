import { expect, test } from 'vitest';
import { attemptWords, mailState } from '#src/screens/status/status-words.ts';

test('its state and its tries stand in words', () => {
  expect(mailState('FAILED')).toEqual({ tone: 'stop', words: 'Given up' });
  expect(mailState('QUEUED')).toEqual({ tone: 'warn', words: 'Waiting to be sent' });
  expect([0, 1, 3].map(attemptWords)).toEqual(['Not tried yet.', 'Tried once.', 'Tried 3 times.']);
});
