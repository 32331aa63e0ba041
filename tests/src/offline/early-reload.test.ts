import 'fake-indexeddb/auto';
import { currentOfflineSession, setOfflineSession, whenOfflineReady } from '#src/offline/session.ts';
import { setLastPing } from '#src/device/last-ping.ts';
import { startVaultLifecycle } from '#src/offline/lifecycle.ts';
import { deviceDatabase, vaultEnv } from '#src/device/env.ts';
import { resumeSession, signIn, unlock } from '#src/auth/auth.ts';
import { currentOverlay, currentSession, endSession } from '#src/session/session.ts';
import { unfinishedSignIn } from '#src/session/stored-session.ts';
import type { OpenErrorHandlers } from '#src/offline/unlock.ts';
import { keyFromPassword, wrap } from '#store/crypto/wrap.ts';
import { openVaultWithPassword } from '#store/vault/open.ts';
import { OUR_MARK } from '#contract/engine/our-answer.ts';
import { HOUR } from '#domain/base/limits.ts';
import { openStorage } from '#tests/src/storage.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { demoUser } from '#tests/store/demo-entities.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const CREDENTIALS = { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' };

const TOKEN = { token: 's_demo', tokenExpiryDate: new Date(Date.now() + HOUR).toISOString() };
/** The calls of a start, as the server answers them. Every other one fails for a while, and none of them holds a start up. */
const ANSWERS: Readonly<Record<string, object>> = {
  'user/login': { message: 'OK', ...TOKEN, user: demoUser },
  'user/me': { message: 'OK', ...TOKEN, user: demoUser },
  'user/unlock': { message: 'OK', ...TOKEN },
  'user/device': { message: 'OK', share: btoa('s'.repeat(32)) },
};

function answer(address: string): Response {
  const body = Object.entries(ANSWERS).find(([call]) => address.endsWith(call))?.[1];
  const headers = { [OUR_MARK.header]: OUR_MARK.value, 'Content-Type': 'application/json' };
  return new Response(JSON.stringify(body ?? { message: 'Busy', error: 'BUSY' }), {
    status: body === undefined ? 503 : 200,
    headers,
  });
}

afterAll(() => void vi.unstubAllGlobals());

/** A page that is loaded again does nothing from then on. */
class PageGone extends Error {}

/** Moments of the page: before each use of a key, and before and after each call of the server. */
const page = { step: 0, goneAt: Infinity, tabItems: null as Storage | null, sealed: 0, failed: 0 };

/** Counts a moment of the page's start, at which it may be loaded again with the tab's storage of that moment. */
function passMoment(): void {
  if (page.tabItems !== null) throw new PageGone();
  page.step += 1;
  if (page.step !== page.goneAt) return;
  page.tabItems = openStorage({ ...itemsOf(sessionStorage) });
  throw new PageGone();
}

const itemsOf = (storage: Storage): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').map((key) => [key, storage.getItem(key) ?? '']),
  );

// A moment after a step stores no more than the one before the next.
const STEPS = ['sign', 'deriveKey', 'encrypt', 'decrypt'] as const;
const { subtle } = crypto;
let restore = () => {};

function watchSteps(): void {
  const originals = STEPS.map((name) => [name, Object.getOwnPropertyDescriptor(subtle, name), subtle[name]] as const);
  for (const [name, , run] of originals)
    Object.defineProperty(subtle, name, {
      configurable: true,
      writable: true,
      value: async (...args: never[]) => {
        passMoment();
        return (run as (...all: never[]) => Promise<unknown>).apply(subtle, args);
      },
    });
  restore = () => {
    for (const [name, own] of originals) {
      if (own === undefined) Reflect.deleteProperty(subtle, name);
      else Object.defineProperty(subtle, name, own);
    }
    restore = () => {};
  };
}

const handlers: OpenErrorHandlers = {
  onSealed: () => (page.sealed += 1),
  onBlocked: () => {},
  onRestored: () => {},
  onUnavailable: () => {},
  onFailed: () => (page.failed += 1),
  onFault: () => {},
};
let stop = () => {};

beforeEach(() => {
  setLastPing('here');
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('localStorage', openStorage());
  vi.stubGlobal('navigator', { onLine: true, locks: tabLocks() });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('fetch', async (address: string) => {
    passMoment();
    await Promise.resolve();
    passMoment();
    return answer(address);
  });
  stop = startVaultLifecycle(handlers);
});
afterEach(() => {
  restore();
  leavePage();
});

function leavePage(): void {
  stop();
  setOfflineSession(null);
  endSession();
}

/** A tablet on which nobody has signed in. */
async function clearTablet(): Promise<void> {
  const device = deviceDatabase();
  // With another salt the vault of the same person is another database.
  await Promise.all([device.vaults.clear(), device.meta.clear()]);
}

const untilOpen = () => soon(() => expect([currentOfflineSession() === null, currentOverlay()]).toEqual([false, null]));

/** The vault of somebody who signed in thirteen hours ago, so that it opens with no password, and has changed theirs elsewhere since. */
async function signInBefore(): Promise<void> {
  await signIn(CREDENTIALS);
  await untilOpen();
  leavePage();
  const { vaults } = deviceDatabase();
  const [row] = await vaults.toArray();
  if (row === undefined) throw new Error('The sign-in has made no vault');
  const former = await keyFromPassword('Former2026!', row.salt, row.rounds);
  // This key opens it no more than one under the former password.
  const byPassword = await wrap(former, new Uint8Array(32), { use: 'former', bytes: vaultEnv().bytes });
  await vaults.update(row.userHash, { byPassword, lastFullSignIn: Date.now() - 13 * HOUR });
  stop = startVaultLifecycle(handlers);
}

/** Signs in and loads the page again at this moment. @returns false once the start has fewer moments */
async function reloadAt(moment: number): Promise<boolean> {
  Object.assign(page, { step: 0, goneAt: moment, tabItems: null, sealed: 0, failed: 0 });
  watchSteps();
  await signIn(CREDENTIALS).catch(() => undefined);
  await soon(() => expect(page.tabItems !== null || currentOfflineSession() !== null).toBe(true));
  await whenOfflineReady();
  const isCut = page.tabItems !== null;
  restore();
  const kept = page.tabItems ?? openStorage();
  leavePage();
  Object.assign(page, { goneAt: Infinity, tabItems: null, sealed: 0, failed: 0 });
  vi.stubGlobal('sessionStorage', kept);
  stop = startVaultLifecycle(handlers);
  if (isCut) await resumeSession();
  return isCut;
}

/** The page asks for a sign-in, for the password over its screens, or for nothing. */
async function whatIsAsked(): Promise<'sign-in' | 'password' | 'nothing'> {
  const session = currentSession();
  if (session === null) return 'sign-in';
  return soon(() => {
    const overlay = currentOverlay();
    if (overlay !== null) {
      expect(overlay).toMatchObject({ kind: 'locked', why: 'unfinished' });
      return 'password';
    }
    expect([currentOfflineSession()?.userId, unfinishedSignIn(session.user._id)]).toEqual([session.user._id, null]);
    return 'nothing';
  });
}

const STARTS: readonly (readonly [string, () => Promise<void>])[] = [
  ['a first sign-in', async () => {}],
  ['a sign-in with a password that was changed elsewhere', signInBefore],
];

test.each(STARTS)(
  'a page that is loaded again at any moment of %s opens the work on this tablet, or asks for the password once',
  async (_, prepare) => {
    const asked: string[] = [];
    for (let moment = 1; ; moment += 1) {
      Object.assign(page, { step: 0, goneAt: Infinity, tabItems: null });
      await clearTablet();
      await prepare();
      if (!(await reloadAt(moment))) break;
      const question = await whatIsAsked();
      asked.push(question);
      if (question === 'sign-in') await signIn(CREDENTIALS);
      if (question === 'password') await unlock(CREDENTIALS.password);
      await untilOpen();
      await whenOfflineReady();
      expect([currentOverlay(), page.sealed, page.failed], `once, at ${moment}`).toEqual([null, 0, 0]);
      leavePage();
      // From then on it opens without the network.
      expect((await openVaultWithPassword(deviceDatabase(), CREDENTIALS, vaultEnv())).kind, `offline, at ${moment}`).toBe('open');
      vi.stubGlobal('sessionStorage', openStorage());
      stop = startVaultLifecycle(handlers);
    }
    // The walk has met all three.
    expect(new Set(asked)).toEqual(new Set(['sign-in', 'password', 'nothing']));
    expect(asked.length).toBeGreaterThan(15);
  },
);
