import { clearStoredSession, readStoredSession, SESSION_KEY, writeStoredSession } from '#src/session/stored-session.ts';
import { expect, test } from 'vitest';

/** The browser's storage over a map. */
function storage(first: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(first));
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const stored = { token: 'secret', tokenExpiryDate: '2026-08-06T14:05:00.000Z' };

test('a token survives a reload of its tab and is gone after signing out', () => {
  const tab = storage();
  writeStoredSession(stored, tab);
  expect(readStoredSession(tab)).toEqual(stored);
  clearStoredSession(tab);
  expect(readStoredSession(tab)).toBeNull();
});

test('nothing about the person is kept beside the token', () => {
  const tab = storage();
  const session = { ...stored, user: { firstName: 'DEMO-Ada', email: 'demo@demo.nhs.uk' } };
  writeStoredSession(session, tab);
  expect(tab.getItem(SESSION_KEY)).not.toContain('demo');
  expect(tab.getItem(SESSION_KEY)).not.toContain('DEMO');
});

test.each(['', 'null', '{}', '[1', '{"token":5,"tokenExpiryDate":"x"}'])('what is no session opens none: %j', (text) => {
  expect(readStoredSession(storage({ [SESSION_KEY]: text }))).toBeNull();
});
