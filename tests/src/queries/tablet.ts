import { hold, tellQueue, type Held } from '#src/held/held.ts';
import { tellAnswer } from '#src/queries/answers.ts';
import { currentSession, endSession, startSession } from '#src/session/session.ts';
import { fetchChanges } from '#store/changes.ts';
import { startReplay } from '#store/replay/start.ts';
import { TIMES } from '#store/replay/times.ts';
import { openCards } from '#store/search-cards.ts';
import { call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { openStorage } from '#tests/src/storage.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { TEST_NOW, type TestApp } from '#tests/support/app.ts';
import { signIn, type Caller } from '#tests/support/builders.ts';
import { standInFor, useTestApp } from '#tests/support/use-test-app.ts';
import { afterAll, vi } from 'vitest';
import { soon } from '#tests/support/soon.ts';

/** A tab of the page with its vault open: the real server at the other end of a wire that a test can cut. */
export type Tablet = {
  readonly held: Held;
  /** What a request meets: it arrives, its answer is lost, or it reaches nobody. */
  readonly wire: { state: 'whole' | 'answerLost' | 'cut' };
  /** Opens it as after a sign-in, with a whole network. */
  readonly hold: () => void;
  readonly goOffline: () => void;
  /** What is kept from now on waits until it goes online, whatever the wire. */
  readonly sendNothing: () => void;
  readonly goOnline: () => void;
  readonly close: () => Promise<void>;
};

type SignedIn = Caller & { readonly token: string };

/** For all tests of one file: a clinician who is signed in, and the tab of that clinician; it is held once a test says so. */
export function tabletForTests(): { readonly staff: SignedIn; readonly tablet: Tablet } {
  let staff: SignedIn | undefined;
  let tablet: Tablet | undefined;
  useTestApp(async (app) => {
    staff = await signIn(app);
    tablet = await openTablet(app, staff);
  });
  afterAll(() => tablet?.close());
  return { staff: standInFor(() => staff), tablet: standInFor(() => tablet) };
}

async function openTablet(app: TestApp, staff: SignedIn): Promise<Tablet> {
  const wire: Tablet['wire'] = { state: 'whole' };
  const reach = app.wire().fetch;
  const network: typeof fetch = async (...given) => {
    if (wire.state === 'cut') throw new TypeError('Failed to fetch');
    const answer = await reach(...given);
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
  const means = { ...world.means, now: () => TEST_NOW + Date.now() - started };
  const deviceId = means.newId();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email: user.email, organisationId: user.organisation[0]!._id, share });
  const store = { ...(await openDemoStore(world, person)), means, deviceId, onAnswer: tellAnswer };
  const cards = await openCards(store);
  const channel = new BroadcastChannel(`tablet-${deviceId}`);
  const replay = startReplay(store, {
    fetch: network,
    root: '/api',
    token: () => (mayWrite ? (currentSession()?.token ?? null) : null),
    isOnline: () => page.onLine,
    isSlow: () => false,
    isVisible: () => true,
    timer: (ms, run) => {
      const handle = setTimeout(run, ms);
      return () => clearTimeout(handle);
    },
    times: TIMES,
    locks: tabLocks(),
    channel,
    onState: (sending) => tellQueue({ sending }),
    onFault: (fault) => {
      throw fault;
    },
  });
  const ask = (since: string | undefined) => call(calls.syncChanges, since === undefined ? {} : { since }, app.wire(staff.token));
  let pulling = Promise.resolve();
  const held: Held = {
    userId: user._id,
    store,
    cards,
    wake: replay.wake,
    pull: () => {
      // One after the other, as the page's own are.
      pulling = pulling.catch(() => undefined).then(() => fetchChanges(store, ask, cards));
      return pulling;
    },
    // A test may put it aside and take it up again.
    close: () => {},
  };
  return {
    held,
    wire,
    hold: () => {
      mayWrite = true;
      page.onLine = true;
      wire.state = 'whole';
      startSession({ token: staff.token, tokenExpiryDate, user });
      hold(held);
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
      hold(null);
      replay.stop();
      channel.close();
      store.db.close();
      vi.unstubAllGlobals();
    },
  };
}

/** Until nothing waits to be sent. */
export async function untilSent({ held: { store } }: Tablet): Promise<void> {
  await soon(async () => {
    const left = await store.db.ops.toArray();
    if (left.length > 0) throw new Error(`Still waiting: ${left.map(({ call: name, state }) => `${name} ${state}`).join(', ')}`);
  });
}
