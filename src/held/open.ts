import type { User } from '#contract/user-shapes.ts';
import { tellAnswer } from '#src/queries/answers.ts';
import { api, API_ROOT, timedFetch } from '#src/queries/api.ts';
import { LONG_WAIT } from '#src/session/waits.ts';
import { means, newId, thisDevice } from './this-device.ts';
import { clockOffset } from '#src/session/clock.ts';
import { currentSession } from '#src/session/session.ts';
import { fetchChanges, pageMark } from '#store/changes.ts';
import { deviceId } from '#store/device-id.ts';
import { keepProfile, readProfile } from '#store/profile.ts';
import { noteUnsentCount } from '#store/sentinel.ts';
import { openCards } from '#store/search-cards.ts';
import { startReplay } from '#store/replay/start.ts';
import { TIMES } from '#store/replay/times.ts';
import type { Timer } from '#store/replay/sending.ts';
import type { Store } from '#store/store.ts';
import { openVaultDatabase, type VaultDatabase } from '#store/vault-database.ts';
import type { Vault } from '#store/vault/vault.ts';
import { liveQuery } from 'dexie';
import { whenQuiet } from './busy.ts';
import { tellQueue, type Held } from './held.ts';
import { isSlowLink } from './link.ts';
import { pullingAlone } from './pulling.ts';
import { askShare, keepTold, lastTold } from './tell-unsent.ts';
import { isOfTheWire } from './wire-failure.ts';
import { STOPPED } from '#store/outbox/op.ts';

/** How often what has changed on the server is fetched while the page is looked at, ms [choice]. */
const PULL_EVERY = 60_000;

type Opened = {
  readonly vault: Vault;
  /** whose it is, as the server has just told; null to ask what is kept */
  readonly user: User | null;
  /** A tab with an older build keeps the store from opening. */
  readonly onBlocked: () => void;
  readonly onFault: (fault: unknown) => void;
};

/**
 * Opens a person's store, reads the patients into memory, and starts to send and to fetch. Null when nobody can tell whose it is.
 */
export async function openHeld({
  vault,
  user,
  onBlocked,
  onFault: tell,
}: Opened): Promise<(Held & { readonly user: User }) | null> {
  const device = thisDevice();
  let isClosed = false;
  // What was under way when the store was closed under it has kept what it had kept.
  const onFault = (fault: unknown) => {
    if (!isClosed) tell(fault);
  };
  const db = openVaultDatabase(vault.userHash, { letGo: whenQuiet, onBlocked });
  await db.open();
  const store: Store = {
    device,
    db,
    vault,
    deviceId: await deviceId(device, newId),
    means,
    clockOffset,
    onAnswer: tellAnswer,
    onUnsent: () => void noteUnsentCount(device, localStorage).catch(onFault),
  };
  if (user !== null) await keepProfile(store, user);
  const owner = user ?? (await readProfile(store));
  if (owner === null) {
    db.close();
    return null;
  }
  const userId = owner._id;
  const cards = await openCards(store);
  const channel = new BroadcastChannel(`assent.outbox.${vault.userHash}`);
  const token = () => tokenOf(userId);
  const replay = startReplay(store, {
    fetch: timedFetch,
    root: API_ROOT,
    token,
    isOnline: () => navigator.onLine,
    isSlow: isSlowLink,
    isVisible: () => document.visibilityState === 'visible',
    timer: later,
    times: TIMES,
    locks: navigator.locks,
    channel,
    onState: (sending) => {
      tellQueue({ sending });
      // A refused session ends here as after any other call, unless it is a new one by now.
      if (sending.kind === 'signIn') void askWhoseItIs(token()).catch(onFault);
    },
    onFault,
  });
  const pulling = pullingAlone({
    locks: navigator.locks,
    name: `changes:${vault.userHash}`,
    isPossible: () => !isClosed && token() !== null && navigator.onLine,
    fetch: () => fetchAll(store, { token, cards }),
    pageMark: () => pageMark(store),
    now: means.now,
  });
  // No network, an ended session: the next one fetches what this one could not.
  const quietly = (failure: unknown) => {
    if (!isOfTheWire(failure)) onFault(failure);
  };
  const { organisationId } = vault;
  const telling = keepTold({
    device,
    whose: vault,
    timer: later,
    mayTell: () => token() !== null && navigator.onLine && document.visibilityState === 'visible',
    tell: () => askShare({ userId, organisationId }),
    lastTold,
    onFault,
  });
  const stopWaking = wakeWithThePage(replay.wake, () => {
    void pulling.pullUnlessRunning().catch(quietly);
    telling.look();
  });
  const counting = liveQuery(() => countOps(db)).subscribe({
    next: (counted) => tellQueue({ ...counted, isKnown: true }),
    error: onFault,
  });
  void pulling.pullUnlessRunning().catch(quietly);
  return {
    user: owner,
    userId,
    store,
    cards,
    wake: replay.wake,
    pull: () => pulling.pull().catch(quietly),
    close: () => {
      isClosed = true;
      counting.unsubscribe();
      telling.stop();
      stopWaking();
      replay.stop();
      channel.close();
      db.close();
    },
  };
}

/** A call whose refusal ends the session, if it is over. */
async function askWhoseItIs(token: string | null): Promise<void> {
  if (token === null) return;
  await api('userMe', {}, { token }).catch((failure: unknown) => {
    if (!isOfTheWire(failure)) throw failure;
  });
}

/** Only a session of this very person sends what is theirs. */
function tokenOf(userId: string): string | null {
  const session = currentSession();
  return session?.user._id === userId ? session.token : null;
}

const later: Timer = (ms, run) => {
  const timer = setTimeout(run, Math.min(ms, 2_147_483_647));
  return () => clearTimeout(timer);
};

async function countOps({ ops }: VaultDatabase): Promise<{ unsent: number; stopped: number }> {
  const [unsent, stopped] = await Promise.all([ops.count(), ops.where('state').anyOf(STOPPED).count()]);
  return { unsent, stopped };
}

type Pulling = { readonly token: () => string | null; readonly cards: Held['cards'] };

async function fetchAll(store: Store, { token, cards }: Pulling): Promise<void> {
  const asking = token();
  if (asking === null) return;
  // A first fetch over a slow line takes its time.
  const options = { token: asking, limitMs: LONG_WAIT };
  await fetchChanges(store, (since) => api('syncChanges', since === undefined ? {} : { since }, options), cards);
}

function wakeWithThePage(wake: Held['wake'], look: () => void): () => void {
  const visible = () => {
    if (document.visibilityState !== 'visible') return;
    wake('visible');
    look();
  };
  const online = () => {
    wake('online');
    look();
  };
  const focus = () => wake('focus');
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'assent.sync') wake('poked');
  };
  const timer = setInterval(() => document.visibilityState === 'visible' && look(), PULL_EVERY);
  document.addEventListener('visibilitychange', visible);
  addEventListener('online', online);
  addEventListener('focus', focus);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', visible);
    removeEventListener('online', online);
    removeEventListener('focus', focus);
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}
