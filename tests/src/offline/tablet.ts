import { createLocalData } from '#src/offline/local/local-data.ts';
import type { LocalContext } from '#src/offline/local/context.ts';
import { currentOfflineSession, setOfflineSession, type OfflineSession } from '#src/offline/session.ts';
import { deviceDatabase } from '#src/device/env.ts';
import { updateQueueStatus } from '#src/device/queue-status.ts';
import { currentSession, endSession, startSession } from '#src/session/session.ts';
import { deviceId as readDeviceId } from '#store/db/device-id.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { startSync } from '#store/sync/start.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { openStorage } from '#tests/src/storage.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { standInFor, useTestApp } from '#tests/support/server/use-test-app.ts';
import { afterAll, vi } from 'vitest';
import { soon } from '#tests/support/checks/soon.ts';

/** A tab of the page with its vault open: the real server at the other end of a connection that a test can cut. */
export type Tablet = {
  readonly offline: OfflineSession;
  /** The fate of a request: it arrives, its answer is lost, it does not arrive, the server fails, or nothing ever
   * answers; a call that is stuck goes on once the wire is whole. */
  readonly wire: { state: 'whole' | 'answerLost' | 'cut' | 'failing' | 'stuck' };
  /** Opens it as after a sign-in, with an intact network. */
  readonly hold: () => void;
  readonly goOffline: () => void;
  /** Ops queued from now on wait until it goes online, whatever the connection. */
  readonly sendNothing: () => void;
  readonly goOnline: () => void;
  readonly close: () => Promise<void>;
};

/** An open vault of this context. A test may replace it and set it again: it closes nothing. */
export function sessionOf(context: LocalContext): OfflineSession {
  return { ...context, local: createLocalData(context), lastUnsent: () => [], isStored: async () => true, close: () => {} };
}

type SignedIn = Caller & { readonly token: string };

/**
 * For all tests of one file: the server, a clinician who is signed in, and the tab of that clinician; its vault opens once a test calls
 * `hold`.
 */
export function tabletForTests(): { readonly staff: SignedIn; readonly tablet: Tablet; readonly app: TestApp } {
  let staff: SignedIn | undefined;
  let tablet: Tablet | undefined;
  const app = useTestApp(async (opened) => {
    staff = await signIn(opened);
    tablet = await openTablet(opened, staff);
  });
  afterAll(() => tablet?.close());
  return { staff: standInFor(() => staff), tablet: standInFor(() => tablet), app };
}

async function openTablet(app: TestApp, staff: SignedIn): Promise<Tablet> {
  const wire: Tablet['wire'] = { state: 'whole' };
  const reach = app.wire().fetch;
  const network: typeof fetch = async (...args) => {
    if (wire.state === 'cut') throw new TypeError('Failed to fetch');
    if (wire.state === 'failing') return busy();
    if (wire.state === 'stuck') await unstuck(wire, args[1]?.signal);
    const answer = await reach(...args);
    if (wire.state === 'answerLost') throw new TypeError('Failed to fetch');
    return answer;
  };
  const page = { onLine: true };
  let mayWrite = true;
  vi.stubGlobal('navigator', page);
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('fetch', network);
  const { user, tokenExpiryDate } = await staff.call('userMe', {});
  const world = openWorld();
  const started = Date.now();
  const env = { ...world.env, now: () => TEST_NOW + Date.now() - started };
  const deviceId = await readDeviceId(deviceDatabase(), env.newId);
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email: user.email, organisationId: user.organisation[0]!._id, share });
  const store = { ...(await openDemoStore(world, person)), env, deviceId };
  // The signer's page of this tablet finds the vault in the page's own database, as it does its id.
  const { userHash } = store.vault;
  const vaultRow = await store.device.vaults.get(userHash);
  if (vaultRow !== undefined) await deviceDatabase().vaults.put(vaultRow);
  const cards = await openPatientSearch(store);
  const channel = new BroadcastChannel(`tablet-${deviceId}`);
  const replay = startSync(store, {
    fetch: network,
    root: '/api',
    token: () => (mayWrite ? (currentSession()?.token ?? null) : null),
    isOnline: () => page.onLine,
    ping: async () => 'here',
    isSlow: () => false,
    isVisible: () => true,
    timer: (ms, run) => {
      const handle = setTimeout(run, ms);
      return () => clearTimeout(handle);
    },
    timing: SYNC_TIMING,
    locks: tabLocks(),
    channel,
    onState: (sending) => updateQueueStatus({ sync: sending }),
    onFault: (fault) => {
      throw fault;
    },
  });
  const fetchPage = (since: string | undefined) =>
    call(calls.syncChanges, since === undefined ? {} : { since }, app.wire(staff.token));
  let pulling = Promise.resolve();
  const context: LocalContext = {
    userId: user._id,
    store,
    cards,
    wake: replay.wake,
    isCurrent: () => currentOfflineSession()?.store === store,
    pull: () => {
      // One after the other, as the page's own pulls are.
      pulling = pulling.catch(() => undefined).then(() => pullChanges(store, fetchPage, cards));
      return pulling;
    },
  };
  const offline = sessionOf(context);
  return {
    offline,
    wire,
    hold: () => {
      mayWrite = true;
      page.onLine = true;
      wire.state = 'whole';
      startSession({ token: staff.token, tokenExpiryDate, user });
      setOfflineSession(offline);
      replay.wake('asked');
    },
    goOffline: () => {
      page.onLine = false;
      wire.state = 'cut';
    },
    sendNothing: () => {
      mayWrite = false;
    },
    goOnline: () => {
      mayWrite = true;
      page.onLine = true;
      wire.state = 'whole';
      replay.wake('online');
    },
    close: async () => {
      await pulling.catch(() => undefined);
      endSession();
      setOfflineSession(null);
      replay.stop();
      channel.close();
      await deviceDatabase().vaults.delete(userHash);
      store.db.close();
      vi.unstubAllGlobals();
    },
  };
}

/** Resolves once the wire is whole again. @throws the reason of the signal */
async function unstuck(wire: Tablet['wire'], signal: AbortSignal | null = null): Promise<void> {
  while (wire.state === 'stuck') {
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The server's own answer while it is overloaded. */
function busy(): Response {
  const { status, message } = FAILURES.BUSY;
  const headers = { 'x-app': 'consent', 'retry-after': '60' };
  return Response.json({ message, error: 'BUSY', requestId: 'none' }, { status, headers });
}

/** Waits until nothing is unsent. */
export async function untilSent({ offline: { store } }: Tablet): Promise<void> {
  await soon(async () => {
    const left = await store.db.ops.toArray();
    if (left.length > 0) throw new Error(`Still waiting: ${left.map(({ call: name, state }) => `${name} ${state}`).join(', ')}`);
  });
}
