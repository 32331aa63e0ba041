import {
  changeUser,
  currentSession,
  currentOverlay,
  endSession,
  lockSession,
  onOverlayRemoved,
  renewSession,
  startSession,
  type Session,
} from '#src/session/session.ts';
import { isLockDue, readStoredSession, writeStoredSession } from '#src/session/stored-session.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Only the user and the token matter.
const session = { token: 'one', tokenExpiryDate: '2026-08-06T14:05:00.000Z', user: { _id: 'a' } } as Session;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openStorage());
  endSession();
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test('a lock keeps the session for its calls, and only the password lifts it', () => {
  startSession(session);
  lockSession();
  expect(currentSession()?.token).toBe('one');
  expect(isLockDue(Date.now())).toBe(true);
  renewSession({ token: 'one', tokenExpiryDate: '2026-08-06T15:05:00.000Z' });
  changeUser(session.user);
  expect(currentOverlay()?.kind).toBe('locked');
  startSession({ ...session, token: 'two', tokenExpiryDate: '2026-08-06T15:05:00.000Z' });
  expect(currentOverlay()).toBeNull();
  expect(currentSession()?.token).toBe('two');
  expect(isLockDue(Date.now())).toBe(false);
});

test('without a session there is nothing to lock', () => {
  lockSession();
  expect(currentOverlay()).toBeNull();
  expect(isLockDue(Date.now())).toBe(false);
});

test('a session that ends while it is locked asks for a whole sign-in, and a later refusal changes nothing', () => {
  startSession(session);
  lockSession();
  endSession('It ended');
  expect(currentSession()).toBeNull();
  expect(readStoredSession()).toBeNull();
  expect(currentOverlay()?.kind).toBe('ended');
  endSession('It ended');
  expect(currentOverlay()).toMatchObject({ kind: 'ended', session: { user: { _id: 'a' } } });
});

test('whoever lifts a veil is heard, and whoever signs out under it is not', () => {
  const lifted = vi.fn<() => void>();
  const stop = onOverlayRemoved(lifted);
  startSession(session);
  lockSession();
  endSession();
  expect(lifted).not.toHaveBeenCalled();
  startSession(session);
  endSession('It ended');
  startSession(session);
  expect(lifted).toHaveBeenCalledOnce();
  stop();
});

test('a lock time that cannot be read counts as past', () => {
  expect(isLockDue(1000, openStorage({ 'assent.lock': 'soon' }))).toBe(true);
  expect(isLockDue(1000, openStorage({ 'assent.lock': '1000' }))).toBe(true);
  expect(isLockDue(1000, openStorage({ 'assent.lock': '1001' }))).toBe(false);
  expect(isLockDue(1000, openStorage())).toBe(false);
});

/** The tab's storage after a reload without the network: the previous session, and nobody in memory. */
function reloadWithoutNetwork(): void {
  const stored = Object.fromEntries(['assent.session', 'assent.lock'].map((key) => [key, sessionStorage.getItem(key)]));
  endSession();
  for (const [key, text] of Object.entries(stored)) if (text !== null) sessionStorage.setItem(key, text);
}
const withoutToken = (userId: string) => ({ ...session, token: null, user: { _id: userId } }) as Session;

test('whoever opens their own work without the network leaves nothing for a reload to open of the person before', () => {
  startSession(session);
  lockSession();
  reloadWithoutNetwork();
  startSession(withoutToken('b'));
  expect(readStoredSession()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('the same person finds their own session again after they have opened their work without the network', () => {
  startSession(session);
  reloadWithoutNetwork();
  startSession(withoutToken('a'));
  changeUser(session.user);
  expect(readStoredSession()).toMatchObject({ token: 'one' });
});

test('a session that is not known to be theirs is nobody’s to go on with', () => {
  writeStoredSession({ token: 'one', tokenExpiryDate: session.tokenExpiryDate });
  startSession(withoutToken('a'));
  expect(readStoredSession()).toBeNull();
});
