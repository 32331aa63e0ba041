import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { isRetryable } from '#contract/engine/retry.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { HOUR } from '#domain/base/limits.ts';
import { extendSession } from '#src/queries/accounts.ts';
import { api } from '#src/session/api.ts';
import { clockOffset } from '#src/device/clock.ts';
import { resumeSession, resumeStored, unlock, whenResumed } from '#src/auth/auth.ts';
import { signOut } from '#src/auth/sign-out.ts';
import {
  changeUser,
  currentSession,
  currentOverlay,
  endReason,
  endSession,
  lockSession,
  onSessionEnd,
  startSession,
  type Session,
} from '#src/session/session.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import { readStoredSession, writeStoredSession } from '#src/session/stored-session.ts';
import { openStorage } from '#tests/src/storage.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const server = useTestApp();
afterAll(() => {
  endSession();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', server.wire().fetch);
  endSession();
});

async function signIn(): Promise<Session & { readonly token: string }> {
  const { token, tokenExpiryDate, user } = await api('userLogin', { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' });
  const session = { token, tokenExpiryDate, user };
  startSession(session);
  return session;
}

/** A network that accepts a call and never answers, until the call is aborted. */
const swallow: typeof fetch = async (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );

test('a wrong password is refused in the server’s words and opens nothing', async () => {
  const failure = await failureOf(api('userLogin', { email: 'clinician@demo.nhs.uk', password: 'wrong' }));
  expect(failure).toBeInstanceOf(CallFailed);
  expect((failure as CallFailed).message).toBe(FAILURES.INCORRECT_CREDENTIALS.message);
  expect(currentSession()).toBeNull();
});

test('a reload of the tab asks whose the token is and goes on', async () => {
  const { token, tokenExpiryDate } = await signIn();
  endSession();
  writeStoredSession({ token, tokenExpiryDate });
  await resumeStored();
  expect(currentSession()).toMatchObject({ token, user: { email: 'clinician@demo.nhs.uk' } });
});

test('a reload without the server keeps the token for another try', async () => {
  const { token, tokenExpiryDate } = await signIn();
  endSession();
  writeStoredSession({ token, tokenExpiryDate });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failureOf(resumeStored())).toBeInstanceOf(Unreachable);
  expect(readStoredSession()).toEqual({ token, tokenExpiryDate });
});

test('a server that fails keeps the token for another try as well', async () => {
  const { token, tokenExpiryDate } = await signIn();
  endSession();
  writeStoredSession({ token, tokenExpiryDate });
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500, headers: { 'x-app': 'consent' } }));
  expect(isRetryable(await failureOf(resumeStored()))).toBe(true);
  expect(readStoredSession()).toEqual({ token, tokenExpiryDate });
});

test('a reload over a network that swallows every call does not wait for long', async () => {
  const { token, tokenExpiryDate } = await signIn();
  endSession();
  writeStoredSession({ token, tokenExpiryDate });
  vi.stubGlobal('fetch', swallow);
  vi.useFakeTimers();
  try {
    const restoring = failureOf(resumeStored());
    const asking = failureOf(api('ping', {}));
    const ended: string[] = [];
    void restoring.then(() => ended.push('restoring'));
    void failureOf(resumeSession()).then((failure) => ended.push(`a screen: ${(failure as Error).name}`));
    await vi.advanceTimersByTimeAsync(3000);
    expect(ended).toEqual(['a screen: Unreachable']);
    void asking.then(() => ended.push('another call'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(ended.slice(1)).toEqual(['restoring']);
    expect(await restoring).toBeInstanceOf(Unreachable);
    await vi.advanceTimersByTimeAsync(22_000);
    expect(await asking).toBeInstanceOf(Unreachable);
    expect(readStoredSession()).toMatchObject({ token });
  } finally {
    vi.useRealTimers();
  }
});

test('an answer that comes after the patience of the screens opens the session all the same', async () => {
  const { token, tokenExpiryDate } = await signIn();
  endSession();
  writeStoredSession({ token, tokenExpiryDate });
  const reach = server.wire().fetch;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await answered;
    return reach(...request);
  });
  vi.useFakeTimers();
  try {
    const resuming = failureOf(resumeSession());
    await vi.advanceTimersByTimeAsync(3000);
    expect(await resuming).toBeInstanceOf(Unreachable);
  } finally {
    vi.useRealTimers();
  }
  answer();
  await whenResumed();
  expect(currentSession()).toMatchObject({ token });
});

test('the clock of whatever else answers is not the server’s', async () => {
  await signIn();
  const before = clockOffset();
  const portal = () => Promise.resolve(new Response('<h1>Guests</h1>', { headers: { date: 'Tue, 01 Jan 2030 00:00:00 GMT' } }));
  vi.stubGlobal('fetch', portal);
  expect(await failureOf(api('patientGet', {}))).toBeInstanceOf(Unreachable);
  expect(clockOffset()).toBe(before);
});

test('whoever opens their work while the server is asked whose a stored token is goes on with it', async () => {
  const session = await signIn();
  const { token, tokenExpiryDate } = session;
  endSession();
  writeStoredSession({ token, tokenExpiryDate });
  const restoring = resumeStored();
  // Only the user matters.
  const other = { token: null, tokenExpiryDate, user: { ...session.user, _id: 'somebody-else' } };
  startSession(other);
  await restoring;
  expect(currentSession()).toEqual(other);
  expect(readStoredSession()).toBeNull();
});

test('a 401 anywhere ends the session, says why, and keeps the screens for the same person', async () => {
  const forgotten = vi.fn<() => void>();
  const stop = onSessionEnd(forgotten);
  const session = await signIn();
  startSession({ ...session, token: 'x'.repeat(43) });
  await failureOf(api('patientGet', {}));
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe(FAILURES.SIGN_IN.message);
  expect(readStoredSession()).toBeNull();
  expect(currentOverlay()).toMatchObject({ kind: 'ended', session: { user: { email: 'clinician@demo.nhs.uk' } } });
  expect(forgotten).not.toHaveBeenCalled();
  endSession();
  expect(currentOverlay()).toBeNull();
  expect(forgotten).toHaveBeenCalledOnce();
  stop();
});

test('without a session at the server a call says so while the server is reached, and else that nothing is', async () => {
  startSession({ ...(await signIn()), token: null });
  expect(await failureOf(api('patientGet', {}))).toBeInstanceOf(SignInNeeded);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await failureOf(api('patientGet', {}))).toMatchObject({ name: 'Unreachable' });
});

test('under an ended session nothing is asked that the server would refuse, but signing in is', async () => {
  await signIn();
  endSession('It ended');
  const reach = vi.fn<typeof fetch>(server.wire().fetch);
  vi.stubGlobal('fetch', reach);
  expect(await failureOf(api('patientGet', {}))).toMatchObject({ code: 'SIGN_IN' });
  expect(reach).not.toHaveBeenCalled();
  await signIn();
  expect(currentOverlay()).toBeNull();
  expect(reach).toHaveBeenCalledOnce();
});

test('a locked tab is locked again after a reload, and the password opens it', async () => {
  await signIn();
  lockSession();
  const { token, tokenExpiryDate } = currentSession() ?? { token: '', tokenExpiryDate: '' };
  // A reload loses everything but the storage.
  const stored = Object.fromEntries(['assent.session', 'assent.lock'].map((key) => [key, sessionStorage.getItem(key) ?? '']));
  endSession();
  vi.stubGlobal('sessionStorage', openStorage(stored));
  await resumeStored();
  expect(currentSession()).toMatchObject({ token, tokenExpiryDate });
  expect(currentOverlay()?.kind).toBe('locked');
  expect(await failureOf(api('userUnlock', { password: 'Wrong0!Word' }))).toMatchObject({ code: 'INCORRECT_PASSWORD' });
  expect(currentOverlay()?.kind).toBe('locked');
  await unlock('Demo2026!');
  expect(currentOverlay()).toBeNull();
  expect(sessionStorage.getItem('assent.lock')).toBeNull();
});

test('a password that is still being checked keeps what was renewed meanwhile, and lifts the lock of nobody else', async () => {
  const session = await signIn();
  const { fetch: reach } = server.wire();
  let meanwhile = () => {};
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await reach(...request);
    if (String(request[0]).includes('user/unlock')) meanwhile();
    return answer;
  });
  lockSession();
  meanwhile = () => changeUser({ ...session.user, firstName: 'Renamed' });
  await unlock('Demo2026!');
  expect(currentOverlay()).toBeNull();
  expect(currentSession()?.user.firstName).toBe('Renamed');

  lockSession();
  const other = { ...session, token: 'z'.repeat(43), user: { ...session.user, _id: crypto.randomUUID() } };
  meanwhile = () => {
    startSession(other);
    lockSession();
  };
  await unlock('Demo2026!');
  expect(currentSession()).toEqual(other);
  expect(currentOverlay()?.kind).toBe('locked');
});

test('a late refusal of an older token leaves the session that was opened since', async () => {
  const { token } = await signIn();
  await failureOf(api('patientGet', {}, { token: 'y'.repeat(43) }));
  expect(currentSession()?.token).toBe(token);
});

test('extending moves the end one hour past its present end', async () => {
  const { tokenExpiryDate } = await signIn();
  await extendSession();
  const moved = Date.parse(currentSession()?.tokenExpiryDate ?? '') - Date.parse(tokenExpiryDate);
  expect(moved).toBe(HOUR);
  expect(readStoredSession()?.tokenExpiryDate).toBe(currentSession()?.tokenExpiryDate);
});

test('a session that can no longer be extended is over', async () => {
  await signIn();
  await api('userMe', {});
  server.clock.advance(HOUR + 1);
  await failureOf(extendSession());
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe(FAILURES.SIGN_IN.message);
});

test('signing out ends the token on the server too, and says no reason', async () => {
  const { token } = await signIn();
  await signOut();
  expect(currentSession()).toBeNull();
  expect(endReason()).toBeNull();
  const failure = await failureOf(api('userMe', {}, { token }));
  expect((failure as CallFailed).code).toBe('SIGN_IN');
  // A call that the page itself has ended is no error: the next page says nothing of it.
  expect(endReason()).toBeNull();
});

test('signing out without a network still forgets everything here', async () => {
  await signIn();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await signOut();
  expect(currentSession()).toBeNull();
  expect(readStoredSession()).toBeNull();
});

test('saving again after a lost answer makes one patient', async () => {
  await signIn();
  const input = { lastName: 'Demo-Lost-Answer', dateOfBirth: '1950-03-14' };
  const idempotencyKey = '0198abcd-ef01-4fff-bfff-ffffffffffff';
  const reach = server.wire().fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await reach(...request);
    throw new TypeError('The connection broke after the server had acted');
  });
  expect(await failureOf(api('patientCreate', input, { idempotencyKey }))).toBeInstanceOf(Unreachable);
  vi.stubGlobal('fetch', reach);
  await api('patientCreate', input, { idempotencyKey });
  const { data } = await api('patientGet', { search: 'Demo-Lost-Answer' });
  expect(data.total).toBe(1);
});
