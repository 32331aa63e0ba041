import type { User } from '#contract/shapes/user-shapes.ts';
import { api, API_ROOT, timedFetch } from '#src/session/api.ts';
import { env, newId, deviceDatabase } from '#src/device/env.ts';
import { clockOffset } from '#src/device/clock.ts';
import { confirmSettings, patientLanguages } from '#src/session/confirm-settings.ts';
import { currentSession } from '#src/session/session.ts';
import { readPullMark } from '#store/sync/apply-changes.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { deviceId } from '#store/db/device-id.ts';
import { takeHandoverToken, type HandoverToken } from '#store/session/handover-token.ts';
import { discardVisits } from '#store/session/visit.ts';
import { saveProfile, readProfile } from '#store/session/profile.ts';
import { openWithin } from '#store/db/open-within.ts';
import { isVaultStored, markVault } from '#store/db/vault-mark.ts';
import { preparePatientSearch } from '#store/entities/search.ts';
import { startSync } from '#store/sync/start.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { Store } from '#store/session/store.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import type { Vault } from '#store/vault/open.ts';
import { whenEditLockFree } from '#src/device/edit-lock.ts';
import type { OfflineSession } from './session.ts';
import { noteUnsentCount } from '#src/device/sentinel.ts';
import { followUnsent } from './last-unsent.ts';
import { OPEN_LIMIT } from '#src/device/storage-verdict.ts';
import { reportStorageLost } from '#src/device/storage-lost.ts';
import { updateQueueStatus } from '#src/device/queue-status.ts';
import type { LocalContext } from './local/context.ts';
import { createLocalData } from './local/local-data.ts';
import { isSlowNetwork } from '#src/device/network-quality.ts';
import { afterFirstViews } from './first-views.ts';
import { createExclusivePull } from './pull-lock.ts';
import { pageTimer } from '#src/device/retry.ts';
import { fetchKeyShare, startUnsentReport, lastReported } from './unsent-report.ts';
import { isApiError } from '#contract/engine/retry.ts';
import { FILE_CALL_TIMEOUT } from '#contract/engine/timeouts.ts';

type OpenOptions = {
  readonly vault: Vault;
  /** the owner, as the server has just answered; null to read the stored profile */
  readonly user: User | null;
  /** Called when a tab with an older build keeps the database from opening. */
  readonly onBlocked: () => void;
  readonly onFault: (fault: unknown) => void;
};

/** `handoverToken`: the token that waited in the vault while the tablet was with a signer; no longer stored. */
type OpenedSession = OfflineSession & { readonly user: User; readonly handoverToken: HandoverToken | null };

/**
 * Opens a person's vault database. The sender, the pulls and the patients in memory start once the first views are painted. Null when
 * the owner is not known.
 */
export async function openOfflineSession({
  vault,
  user,
  onBlocked,
  onFault: reportFault,
}: OpenOptions): Promise<OpenedSession | null> {
  const device = deviceDatabase();
  let isClosed = false;
  // Errors after closing are expected: work under way loses its database, and what it had committed stays.
  const onFault = (fault: unknown) => {
    if (!isClosed) reportFault(fault);
  };
  const db = openVaultDatabase(vault.userHash, { letGo: whenEditLockFree, onBlocked });
  await openWithin(db, OPEN_LIMIT);
  await markVault(db);
  const store: Store = {
    device,
    db,
    vault,
    deviceId: await deviceId(device, newId),
    env,
    clockOffset,
    confirmSettings,
    patientLanguages,
    onStorageLost: reportStorageLost,
    onUnsentCount: () => void noteUnsentCount().catch(onFault),
  };
  if (user !== null) await saveProfile(store, user);
  const owner = user ?? (await readProfile(store));
  if (owner === null) {
    db.close();
    return null;
  }
  const userId = owner._id;
  const handoverToken = await takeHandoverToken(store);
  // No handover is under way while a staff page opens.
  await discardVisits(db);
  const cards = preparePatientSearch(store);
  const channel = new BroadcastChannel(`assent.outbox.${vault.userHash}`);
  const token = () => tokenOf(userId);
  let started: ReturnType<typeof startSync> | null = null;
  const startSending = () =>
    startSync(store, {
      fetch: timedFetch,
      root: API_ROOT,
      token,
      isOnline: () => navigator.onLine,
      isSlow: isSlowNetwork,
      isVisible: () => document.visibilityState === 'visible',
      timer: pageTimer,
      timing: SYNC_TIMING,
      locks: navigator.locks,
      channel,
      onState: (sending) => {
        updateQueueStatus({ sync: sending });
        // A rejected token ends the session, as after any other call, unless there is a new token by now.
        if (sending.kind === 'signIn') void checkSession(token()).catch(onFault);
      },
      onFault,
    });
  /** Wakes the sender; what is queued or asked for starts it at once, everything else once the first views stand. */
  const wake: OfflineSession['wake'] = (why) => {
    if (isClosed) return;
    if (why === 'enqueued' || why === 'asked') started ??= startSending();
    started?.wake(why);
  };
  const pulling = createExclusivePull({
    locks: navigator.locks,
    name: `changes:${vault.userHash}`,
    isPossible: () => !isClosed && token() !== null && navigator.onLine,
    fetch: () => pullAll(store, { token, cards }),
    pageMark: () => readPullMark(store),
    now: env.now,
  });
  // Without a network or a session a pull fails quietly: the next one fetches the same changes.
  const quietly = (failure: unknown) => {
    if (!isApiError(failure)) onFault(failure);
  };
  const { organisationId } = vault;
  const unsentReport = startUnsentReport({
    device,
    owner: vault,
    timer: pageTimer,
    mayReport: () => token() !== null && navigator.onLine && document.visibilityState === 'visible',
    report: () => fetchKeyShare({ userId, organisationId }),
    lastReported,
    onFault,
  });
  const stopWaking = wakeWithThePage(wake, () => {
    void pulling.pullUnlessRunning().catch(quietly);
    unsentReport.look();
  });
  const unsent = followUnsent({
    store,
    cards,
    onCount: (counted) => !isClosed && updateQueueStatus({ ...counted, isKnown: true }),
    onFault,
  });
  const cancelStart = afterFirstViews(() => {
    started ??= startSending();
    cards.open().catch(onFault);
    void pulling.pullUnlessRunning().catch(quietly);
  });
  const context: LocalContext = {
    userId,
    store,
    cards,
    wake,
    pull: () => pulling.pull().catch(quietly),
    isCurrent: () => !isClosed,
  };
  return {
    ...context,
    local: createLocalData(context),
    user: owner,
    lastUnsent: unsent.byPatient,
    // A database that is closing, or does not answer, tells of no loss.
    isStored: () => isVaultStored(device, db, vault.userHash).catch(() => true),
    handoverToken,
    close: () => {
      isClosed = true;
      unsent.stop();
      unsentReport.stop();
      stopWaking();
      cancelStart();
      started?.stop();
      channel.close();
      db.close();
    },
  };
}

/** Makes a call whose refusal ends an expired session. */
async function checkSession(token: string | null): Promise<void> {
  if (token === null) return;
  await api('userMe', {}, { token }).catch((failure: unknown) => {
    if (!isApiError(failure)) throw failure;
  });
}

/** The token of this person's session, else null: nobody else's session sends this person's ops. */
function tokenOf(userId: string): string | null {
  const session = currentSession();
  return session?.user._id === userId ? session.token : null;
}

type PullOptions = { readonly token: () => string | null; readonly cards: OfflineSession['cards'] };

async function pullAll(store: Store, { token, cards }: PullOptions): Promise<void> {
  const asking = token();
  if (asking === null) return;
  // A first pull over a slow network takes long.
  const options = { token: asking, limitMs: FILE_CALL_TIMEOUT };
  await pullChanges(store, (since) => api('syncChanges', since === undefined ? {} : { since }, options), cards);
}

function wakeWithThePage(wake: OfflineSession['wake'], look: () => void): () => void {
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
  const interval = setInterval(() => document.visibilityState === 'visible' && look(), SYNC_TIMING.pullInterval);
  document.addEventListener('visibilitychange', visible);
  addEventListener('online', online);
  addEventListener('focus', focus);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    clearInterval(interval);
    document.removeEventListener('visibilitychange', visible);
    removeEventListener('online', online);
    removeEventListener('focus', focus);
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}
