import {
  changeUser,
  currentSession,
  currentVeil,
  endSession,
  lockSession,
  onVeilLifted,
  renewSession,
  startSession,
  unlockSession,
  type Session,
} from '#src/session/session.ts';
import { isLockDue, readStoredSession } from '#src/session/stored-session.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Only who it is and the token matter here.
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
  expect(currentVeil()?.kind).toBe('locked');
  unlockSession({ token: 'two', tokenExpiryDate: '2026-08-06T15:05:00.000Z' });
  expect(currentVeil()).toBeNull();
  expect(currentSession()?.token).toBe('two');
  expect(isLockDue(Date.now())).toBe(false);
});

test('without a session there is nothing to lock', () => {
  lockSession();
  expect(currentVeil()).toBeNull();
  expect(isLockDue(Date.now())).toBe(false);
});

test('a session that ends while it is locked asks for a whole sign-in, and a later refusal changes nothing', () => {
  startSession(session);
  lockSession();
  endSession('It ended');
  expect(currentSession()).toBeNull();
  expect(readStoredSession()).toBeNull();
  expect(currentVeil()?.kind).toBe('ended');
  endSession('It ended');
  expect(currentVeil()).toMatchObject({ kind: 'ended', session: { user: { _id: 'a' } } });
});

test('whoever lifts a veil is heard, and whoever signs out under it is not', () => {
  const lifted = vi.fn<() => void>();
  const stop = onVeilLifted(lifted);
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
