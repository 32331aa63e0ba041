import { SESSION_KEY } from '#src/device/storage-keys.ts';
import { clearStoredSession, readStoredSession, writeStoredSession } from '#src/session/stored-session.ts';
import { openStorage } from '#tests/src/storage.ts';
import { expect, test } from 'vitest';

const stored = { token: 'secret', tokenExpiryDate: '2026-08-06T14:05:00.000Z' };

test('a token survives a reload of its tab and is gone after signing out', () => {
  const tab = openStorage();
  writeStoredSession(stored, tab);
  expect(readStoredSession(tab)).toEqual(stored);
  clearStoredSession(tab);
  expect(readStoredSession(tab)).toBeNull();
});

test('nothing about the person is kept beside the token', () => {
  const tab = openStorage();
  const session = { ...stored, user: { firstName: 'DEMO-Ada', email: 'demo@demo.nhs.uk' } };
  writeStoredSession(session, tab);
  expect(tab.getItem(SESSION_KEY)).not.toContain('demo');
  expect(tab.getItem(SESSION_KEY)).not.toContain('DEMO');
});

test.each(['', 'null', '{}', '[1', '{"token":5,"tokenExpiryDate":"x"}'])('what is no session opens none: %j', (text) => {
  expect(readStoredSession(openStorage({ [SESSION_KEY]: text }))).toBeNull();
});
