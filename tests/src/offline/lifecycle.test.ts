import 'fake-indexeddb/auto';
import { currentOfflineSession, setOfflineSession, subscribeOffline, whenOfflineReady } from '#src/offline/session.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { setLastPing } from '#src/device/last-ping.ts';
import { openVault, startVaultLifecycle } from '#src/offline/lifecycle.ts';
import { env, deviceDatabase } from '#src/device/env.ts';
import { api } from '#src/session/api.ts';
import { resumeSession, resumeOnReconnect, signIn as signInWith, unlock } from '#src/auth/auth.ts';
import { currentOverlay, currentSession, endSession, lockSession, startSession, type Session } from '#src/session/session.ts';
import { noteSignIn, readStoredSession, writeStoredSession } from '#src/session/stored-session.ts';
import { DAY } from '#domain/base/limits.ts';
import { UNLOCK_TRIES } from '#domain/signing/handover-lock.ts';
import { discardToken, takeBackOffline } from '#src/sign/take-back/unlock-offline.ts';
import type { Vault } from '#store/vault/open.ts';
import { userHash } from '#store/vault/identity.ts';
import { openStorage } from '#tests/src/storage.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const CREDENTIALS = { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' };

const server = useTestApp();
afterAll(() => void vi.unstubAllGlobals());
/** Whether the server's answer to `user/device` is lost. */
let isAnswerLost = false;
let tried = 0;
const page = { onLine: true };
const events = new EventTarget();
const shown = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let stop = () => {};

beforeEach(() => {
  isAnswerLost = false;
  tried = 0;
  page.onLine = true;
  setLastPing('here');
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('localStorage', openStorage());
  vi.stubGlobal('navigator', Object.assign(page, { locks: tabLocks() }));
  vi.stubGlobal('document', shown);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const reach = server.wire().fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (String(request[0]).includes('user/device')) {
      tried += 1;
      if (isAnswerLost) throw new TypeError('Failed to fetch');
    }
    return reach(...request);
  });
  const onFault = (fault: unknown) => {
    throw fault;
  };
  const handlers = {
    onSealed: () => {},
    onBlocked: () => {},
    onRestored: () => {},
    onUnavailable: () => {},
    onFailed: () => {},
    onFault,
  };
  const stops = [startVaultLifecycle(handlers), resumeOnReconnect()];
  stop = () => stops.forEach((each) => each());
});
afterEach(() => {
  vi.useRealTimers();
  stop();
  setOfflineSession(null);
  endSession();
});

async function signIn(email = CREDENTIALS.email): Promise<Session & { readonly token: string }> {
  const { token, tokenExpiryDate, user } = await api('userLogin', { ...CREDENTIALS, email });
  return { token, tokenExpiryDate, user };
}

/** Starts a session as a full sign-in with the password does. */
function startWithPassword(session: Session): void {
  noteSignIn(session.user._id, Date.now());
  openVault(session, CREDENTIALS);
  startSession(session);
}

/** The delay of the first automatic retry, ms. */
const FIRST_RETRY = 2000;

/** No automatic retry comes before `release`, however slow this machine is. */
function holdRetries(): { readonly count: () => number; readonly release: () => void } {
  const real = globalThis.setTimeout;
  const held = new Map<number, () => void>();
  let handles = 0;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    if (ms !== FIRST_RETRY) return real(run, ms);
    held.set((handles -= 1), run);
    return handles;
  });
  const clear = globalThis.clearTimeout;
  vi.stubGlobal('clearTimeout', (handle: unknown) => (held.delete(Number(handle)) ? undefined : clear(handle as number)));
  const release = () => {
    vi.stubGlobal('setTimeout', real);
    vi.stubGlobal('clearTimeout', clear);
    for (const run of held.values()) run();
    held.clear();
  };
  return { count: () => held.size, release };
}

/** Waits until so many attempts to open have been made, and have ended. */
const untilTried = (times: number) => soon(() => expect(tried).toBe(times));

test('the vault of a first sign-in is made with the password though the first call was lost', async () => {
  isAnswerLost = true;
  const retries = holdRetries();
  const session = await signIn();
  startWithPassword(session);
  await untilTried(1);
  await soon(() => expect(retries.count()).toBe(1));
  isAnswerLost = false;
  // Nothing else happens in this tab: the attempt is retried by itself.
  retries.release();
  await soon(() => expect(currentOfflineSession()?.userId).toBe(session.user._id));
});

test('until the vault is open, what the tablet has noted of its queue is said', async () => {
  const session = await signIn();
  const row = await userHash(deviceDatabase(), session.user._id, env);
  await deviceDatabase().vaults.update(row, { unsentCount: 3 });
  isAnswerLost = true;
  const retries = holdRetries();
  startSession(session);
  await untilTried(1);
  expect(currentOfflineSession()).toBeNull();
  expect(currentQueueStatus().unsent).toBe(3);
  endSession();
  expect(currentQueueStatus().unsent).toBe(0);
  retries.release();
});

test.each([
  ['somebody looks at the page', () => shown.dispatchEvent(new Event('visibilitychange'))],
  ['there is a network', () => events.dispatchEvent(new Event('online'))],
])('a vault that did not open is tried as soon as %s', async (_, trigger) => {
  isAnswerLost = true;
  const retries = holdRetries();
  const session = await signIn();
  startSession(session);
  await untilTried(1);
  isAnswerLost = false;
  // Without an automatic retry.
  await soon(() => {
    trigger();
    expect(tried).toBe(2);
  });
  retries.release();
  await soon(() => expect(currentOfflineSession()?.userId).toBe(session.user._id));
});

/** A person who has signed in on this tablet before, and whose vault is not open. */
async function signInBefore(): Promise<Session & { readonly token: string }> {
  const session = await signIn();
  startWithPassword(session);
  await soon(() => expect(currentOfflineSession()?.userId).toBe(session.user._id));
  setOfflineSession(null);
  endSession();
  tried = 0;
  // This page has opened that token before; a page that is loaded again has not.
  return signIn();
}

test.each(['no answer', 'no network'])(
  'the network goes after a reload, before the vault is open (%s): the password is asked over the screens and opens it, and the session goes on',
  async (how) => {
    const session = await signInBefore();
    const network = globalThis.fetch;
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    if (how === 'no answer') setLastPing('silent');
    else page.onLine = false;
    startSession(session);
    await soon(() => expect(currentOverlay()).toMatchObject({ kind: 'locked', why: 'unreached', session }));
    await expect(unlock('Wrong0!Word')).rejects.toMatchObject({ fields: [{ path: 'password' }] });
    expect([currentOverlay()?.kind, currentOfflineSession()]).toEqual(['locked', null]);
    await unlock(CREDENTIALS.password);
    expect([currentOverlay(), currentOfflineSession()?.userId]).toEqual([null, session.user._id]);
    // The sign-in is still good: what is saved meanwhile goes by itself once the server is there.
    expect([currentSession()?.token, readStoredSession()?.token]).toEqual([session.token, session.token]);
    vi.stubGlobal('fetch', network);
    page.onLine = true;
    setLastPing('here');
    events.dispatchEvent(new Event('online'));
    await soon(() => expect(tried).toBeGreaterThan(0));
    expect([currentOverlay(), currentSession()?.token]).toEqual([null, session.token]);
    await whenOfflineReady();
  },
);

test('a screen that was locked before its vault was open is opened by the password without the server', async () => {
  const session = await signInBefore();
  isAnswerLost = true;
  startSession(session);
  lockSession();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await unlock(CREDENTIALS.password);
  expect([currentOverlay(), currentOfflineSession()?.userId]).toEqual([null, session.user._id]);
  await whenOfflineReady();
});

test('nobody is asked while the server is there, nor for a vault that this tablet does not have', async () => {
  const session = await signInBefore();
  isAnswerLost = true;
  const retries = holdRetries();
  startSession(session);
  await untilTried(1);
  await soon(() => expect(retries.count()).toBe(1));
  expect(currentOverlay()).toBeNull();
  endSession();
  page.onLine = false;
  startSession(await signIn('nurse@demo.nhs.uk'));
  await untilTried(2);
  await soon(() => expect(retries.count()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(currentOverlay()).toBeNull();
  endSession();
  retries.release();
});

test('after a sign-out nothing is tried any more', async () => {
  isAnswerLost = true;
  const retries = holdRetries();
  startSession(await signIn());
  await untilTried(1);
  await soon(() => expect(retries.count()).toBe(1));
  endSession();
  isAnswerLost = false;
  shown.dispatchEvent(new Event('visibilitychange'));
  expect(retries.count()).toBe(0);
  retries.release();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(tried).toBe(1);
  expect(currentOfflineSession()).toBeNull();
});

test('with the network back, whoever works without a sign-in goes on with their own session of before, and with nobody else’s', async () => {
  const own = await signIn();
  const other = await signIn('admin@demo.nhs.uk');
  const withoutToken = { ...own, token: null };
  startSession(withoutToken);
  writeStoredSession({ ...other, userId: own.user._id });
  events.dispatchEvent(new Event('online'));
  await soon(() => expect(readStoredSession()).toBeNull());
  expect(currentSession()).toEqual(withoutToken);

  writeStoredSession({ ...own, userId: own.user._id });
  const opened = new Promise<void>((resolve) => {
    const end = subscribeOffline(() => currentOfflineSession() !== null && (end(), resolve()));
  });
  events.dispatchEvent(new Event('online'));
  await soon(() => expect(currentSession()?.token).toBe(own.token));
  await opened;
});

test('a screen that was locked without the network stays locked when the session goes on with it', async () => {
  const own = await signIn();
  startSession({ ...own, token: null });
  lockSession();
  writeStoredSession({ ...own, userId: own.user._id });
  events.dispatchEvent(new Event('online'));
  await soon(() => expect(currentSession()?.token).toBe(own.token));
  expect(currentOverlay()?.kind).toBe('locked');
  await soon(() => expect(currentOfflineSession()?.userId).toBe(own.user._id));
  expect(currentOverlay()?.kind).toBe('locked');
});

test('while the server fails, a password opens the work on this tablet, and lifts a lock; too many tries stay refused', async () => {
  const session = await signIn();
  startWithPassword(session);
  await soon(() => expect(currentOfflineSession()?.userId).toBe(session.user._id));
  setOfflineSession(null);
  endSession();
  let status = 429;
  vi.stubGlobal('fetch', async () => new Response('{}', { status, headers: { 'x-app': 'consent' } }));
  await expect(signInWith(CREDENTIALS)).rejects.toMatchObject({ status: 429 });
  expect(currentSession()).toBeNull();
  status = 503;
  await signInWith(CREDENTIALS);
  expect(currentSession()).toMatchObject({ token: null, user: { _id: session.user._id } });
  lockSession();
  await expect(unlock('Wrong0!Word')).rejects.toMatchObject({ name: 'NotSent' });
  // An offline session has no token: the lock of a live one asks the server first.
  startSession(session);
  lockSession();
  await unlock(CREDENTIALS.password);
  expect(currentOverlay()).toBeNull();
});

/** A worker that gives this vault to the page that asks. */
function giveBack(vault: Vault): void {
  const postMessage = (_: unknown, [port]: readonly MessagePort[]) => port?.postMessage({ vault, clockOffset: 0, details: null });
  const worker = Object.assign(new EventTarget(), { getRegistration: async () => ({ active: { postMessage } }) });
  vi.stubGlobal('navigator', Object.assign(page, { serviceWorker: worker }));
  sessionStorage.setItem('assent.parcel.staff', 'demo-handover');
}

test('a tablet that was taken back without the server sends again with the session of before, and after too many tries it does not', async () => {
  const own = await signIn();
  startWithPassword(own);
  await soon(() => expect(currentOfflineSession()?.userId).toBe(own.user._id));
  const { store } = currentOfflineSession()!;
  const { vault } = store;
  for (const isDiscarded of [false, true]) {
    const opened = currentOfflineSession()!;
    await opened.local.handovers.sealToken(own);
    const rows = JSON.stringify(await opened.store.db.kv.toArray());
    expect(rows).toContain('handoverToken');
    expect(rows).not.toContain(own.token);
    setOfflineSession(null);
    endSession();
    expect(sessionStorage.getItem('assent.session')).toBeNull();
    if (isDiscarded) await discardToken(vault.userHash);
    giveBack(vault);
    await resumeSession();
    if (isDiscarded) expect([currentSession()?.token, readStoredSession()]).toEqual([null, null]);
    else await soon(() => expect(currentSession()).toMatchObject({ token: own.token, user: { _id: own.user._id } }));
    expect(
      await currentOfflineSession()!.store.db.kv.get('handoverToken'),
      'it waits only while the patient has the tablet',
    ).toBeUndefined();
  }
  Object.assign(page, { serviceWorker: undefined });
});

test('five wrong passwords of a take-back spend the token that waits; a try that comes too soon spends nothing', async () => {
  const own = await signIn();
  startWithPassword(own);
  await soon(() => expect(currentOfflineSession()?.userId).toBe(own.user._id));
  const { local, store } = currentOfflineSession()!;
  await local.handovers.sealToken(own);
  const { userHash: whose } = store.vault;
  const tryWith = (password: string) => takeBackOffline({ userHash: whose, password, onOpened: async () => undefined });
  const hasToken = async () => (await store.db.kv.get('handoverToken')) !== undefined;
  const endPause = async () => {
    const { meta } = deviceDatabase();
    const row = (await meta.get(`tries:${whose}`))!;
    // The vault's own record of tries.
    const { count } = JSON.parse(row.value) as { count: number };
    await meta.put({ ...row, value: JSON.stringify({ count, until: 0 }) });
  };
  for (let tries = 1; tries <= UNLOCK_TRIES; tries += 1) {
    expect(await tryWith('Wrong0!Word')).toMatchObject({ kind: 'wrong' });
    expect(await hasToken(), `after ${tries}`).toBe(tries < UNLOCK_TRIES);
    if (tries === 3) expect(await tryWith(CREDENTIALS.password)).toMatchObject({ kind: 'wait' });
    await endPause();
  }
  await local.handovers.sealToken(own);
  expect(await tryWith(CREDENTIALS.password), 'the last try may have been cut short').toBeNull();
  expect(await hasToken()).toBe(false);
});

test('a clock that jumps by three days after the sign-in ends no unlock without the network', async () => {
  const session = await signIn();
  startWithPassword(session);
  await soon(() => expect(currentOfflineSession()?.userId).toBe(session.user._id));
  // The sign-in itself is noted once the password has opened the vault.
  const row = await userHash(deviceDatabase(), session.user._id, env);
  await deviceDatabase().vaults.update(row, { lastFullSignIn: Date.now(), lastSeen: Date.now() });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * DAY });
  const { email, password } = CREDENTIALS;
  expect(await currentOfflineSession()?.local.vault.verifyPassword(email, password)).toMatchObject({ kind: 'open' });
  vi.useRealTimers();
});
