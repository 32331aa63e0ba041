import 'fake-indexeddb/auto';
import { OUR_MARK } from '#contract/engine/our-answer.ts';
import { resumeSession, signIn, unlock, whenResumed } from '#src/auth/auth.ts';
import { deviceDatabase } from '#src/device/env.ts';
import { setLastPing } from '#src/device/last-ping.ts';
import { beginRead } from '#src/offline/first-views.ts';
import { startVaultLifecycle } from '#src/offline/lifecycle.ts';
import { watchReachability } from '#src/offline/server-reachability.ts';
import { currentOfflineSession, setOfflineSession, whenOfflineReady } from '#src/offline/session.ts';
import type { OpenErrorHandlers } from '#src/offline/unlock.ts';
import { currentOverlay, currentSession, endReason, endSession, lockSession } from '#src/session/session.ts';
import { readStoredSession } from '#src/session/stored-session.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { openStorage } from '#tests/src/storage.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { aPatient, signIn as callerIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onlineManager } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('#src/device/timeouts.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#src/device/timeouts.ts')>()),
  FALLBACK_TIMEOUT: 1000,
  UNREACHED_TIMEOUT: 1000,
  RESUME_PATIENCE: 1500,
}));

const CREDENTIALS = { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' };
const server = useTestApp();
afterAll(() => {
  // Its listeners are of the stubbed window, which ends with this file.
  onlineManager.setEventListener(() => undefined);
  vi.unstubAllGlobals();
});

type Answer = (signal: AbortSignal | null | undefined) => Promise<Response>;
const ours = (status: number, error: string, more: Record<string, string> = {}): Answer => {
  const headers = { [OUR_MARK.header]: OUR_MARK.value, 'Content-Type': 'application/json', ...more };
  return async () => new Response(JSON.stringify({ message: 'Later', error }), { status, headers });
};
const page = (status: number): Answer => {
  const headers = { 'Content-Type': 'text/html' };
  return async () => new Response('<h1>Gateway</h1>', { status, headers });
};
/** Everything that a call can get in the place of the server's answer: none of it says that somebody is signed out. */
const FAULTS: Readonly<Record<string, Answer>> = {
  'a server that fails': ours(500, 'INTERNAL'),
  'a busy server': ours(503, 'BUSY', { 'Retry-After': '1' }),
  'a server that asks for patience': ours(429, 'SLOW_DOWN', { 'Retry-After': '1' }),
  'a gateway that fails': page(502),
  'a page of another network': page(200),
  'no network': () => Promise.reject(new TypeError('Failed to fetch')),
  'no answer at all': (signal) =>
    new Promise((_, reject) => {
      cuts.push(() => reject(new TypeError('Failed to fetch')));
      signal?.addEventListener('abort', () => reject(signal.reason));
    }),
};

/** Ends each call that nothing answers, as a network does that comes back. */
const cuts: (() => void)[] = [];

/** The one call that fails, and how; the paths that were asked. */
const network = { path: '', fault: null as Answer | null, asked: new Set<string>() };
const events = new EventTarget();
const failures: string[] = [];
const handlers: OpenErrorHandlers = {
  onSealed: () => void failures.push('sealed'),
  onBlocked: () => {},
  onRestored: () => {},
  onUnavailable: () => void failures.push('unavailable'),
  onFailed: () => void failures.push('failed'),
  onFault: (fault) => void failures.push(String(fault)),
};
let stops: (() => void)[] = [];

beforeEach(() => {
  Object.assign(network, { path: '', fault: null, asked: new Set() });
  failures.length = 0;
  setLastPing('here');
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('localStorage', openStorage());
  vi.stubGlobal('navigator', { onLine: true, locks: tabLocks() });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const reach = server.wire().fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const path = new URL(address, 'http://assent.test').pathname.replace('/api/', '');
    network.asked.add(path);
    return network.fault !== null && path === network.path ? network.fault(init?.signal) : reach(address, init);
  });
});
afterEach(leavePage);

function mend(): void {
  network.fault = null;
  for (const cut of cuts.splice(0)) cut();
}

function openPage(): void {
  stops = [watchReachability(), startVaultLifecycle(handlers)];
}
function leavePage(): void {
  for (const stop of stops.splice(0)) stop();
  setOfflineSession(null);
  endSession();
}

/** Somebody who has signed in here and saved a patient whom the server does not have yet, as the page is loaded again. */
async function loadedAgain(): Promise<string> {
  const device = deviceDatabase();
  await Promise.all([device.vaults.clear(), device.meta.clear()]);
  openPage();
  await signIn(CREDENTIALS);
  const { store } = await soon(() => currentOfflineSession() ?? Promise.reject(new Error('The vault is not open')));
  await whenOfflineReady();
  const patient = aPatient({ id: crypto.randomUUID() });
  await enqueue(store, { call: 'patientCreate', input: patient });
  const items = { ...sessionItems() };
  leavePage();
  vi.stubGlobal('sessionStorage', openStorage(items));
  network.asked.clear();
  return patient.lastName;
}
const sessionItems = () =>
  Object.fromEntries(
    Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '').map((key) => [
      key,
      sessionStorage.getItem(key) ?? '',
    ]),
  );

/** Starts the page and paints its first view. */
async function start(): Promise<void> {
  openPage();
  await resumeSession().catch(() => undefined);
  await whenResumed();
  beginRead()();
}
const isOpen = () => expect([currentOfflineSession() === null, currentOverlay()]).toEqual([false, null]);
const arrived = async (lastName: string) => (await (await callerIn(server)).call('patientGet', { search: lastName })).data.total;

/** The calls of a start until everything was sent and fetched. */
async function callsOfStart(): Promise<string[]> {
  const lastName = await loadedAgain();
  await start();
  await soon(isOpen);
  await soon(async () => expect([await arrived(lastName), network.asked.has('sync/changes')]).toEqual([1, true]));
  const asked = [...network.asked];
  leavePage();
  return asked;
}

test('one call of a start that fails by itself signs nobody out and loses nothing, whichever call and whatever the fault', async () => {
  const paths = await callsOfStart();
  expect(paths).toEqual(expect.arrayContaining(['user/me', 'user/device', 'patient/create', 'sync/changes']));
  for (const path of paths)
    for (const [what, fault] of Object.entries(FAULTS)) {
      const at = `${path}: ${what}`;
      const lastName = await loadedAgain();
      const { token } = readStoredSession() ?? {};
      Object.assign(network, { path, fault });
      await start();
      await soon(() => expect([at, network.asked.has(path)]).toEqual([at, true]));
      await new Promise((resolve) => void setTimeout(resolve, 100));
      expect([at, endReason(), currentOverlay()?.kind === 'ended', readStoredSession()?.token]).toEqual([at, null, false, token]);

      mend();
      await soon(resumeSession);
      events.dispatchEvent(new Event('online'));
      if (currentOverlay() !== null) await unlock(CREDENTIALS.password);
      await soon(isOpen);
      await soon(async () => expect([at, await arrived(lastName)]).toEqual([at, 1]));
      expect([at, currentSession()?.token, failures]).toEqual([at, token, []]);
      leavePage();
    }
}, 600_000);

test.each(Object.entries(FAULTS))(
  'a lock whose own call meets %s ends no session, and the password lifts it',
  async (what, fault) => {
    await loadedAgain();
    await start();
    await soon(isOpen);
    lockSession();
    const { token } = readStoredSession() ?? {};
    Object.assign(network, { path: 'user/unlock', fault });
    const isLifted = await unlock(CREDENTIALS.password).then(
      () => true,
      () => false,
    );
    // Too many tries are an answer to a password; for anything else the work on this tablet checks it.
    expect([isLifted, currentOverlay()?.kind]).toEqual(
      what === 'a server that asks for patience' ? [false, 'locked'] : [true, undefined],
    );
    expect([endReason(), readStoredSession()?.token]).toEqual([null, token]);
    network.fault = null;
    await unlock(CREDENTIALS.password);
    await soon(isOpen);
  },
);
