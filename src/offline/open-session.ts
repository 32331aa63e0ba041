import type { User } from '#contract/shapes/user-shapes.ts';
import { pageTimer } from '#src/device/retry.ts';
import { updateQueueStatus } from '#src/device/queue-status.ts';
import { currentSession } from '#src/session/session.ts';
import { isVaultStored } from '#store/db/vault-mark.ts';
import { preparePatientSearch } from '#store/entities/search.ts';
import { takeHandoverToken, type HandoverToken } from '#store/session/handover-token.ts';
import { readProfile, saveProfile } from '#store/session/profile.ts';
import { discardVisits } from '#store/session/visit.ts';
import type { Vault } from '#store/vault/open.ts';
import { afterFirstViews } from './first-views.ts';
import { followUnsent } from './last-unsent.ts';
import type { LocalContext } from './local/context.ts';
import { createLocalData } from './local/local-data.ts';
import { openStore } from './open-store.ts';
import { wakeWithThePage } from './page-wakes.ts';
import { createPulls } from './pulls.ts';
import { createSender } from './sender.ts';
import type { OfflineSession } from './session.ts';
import { fetchKeyShare, lastReported, startUnsentReport } from './unsent-report.ts';

type OpenOptions = {
  readonly vault: Vault;
  /** the owner, as the server has just answered; null to read the stored profile */
  readonly user: User | null;
  /** Called when a tab with an older build keeps the database from opening. */
  readonly onBlocked: () => void;
  /** Called once after a restore of the server, with the number of calls that this tablet sends again. */
  readonly onRestored: (resent: number) => void;
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
  onRestored,
  onFault: reportFault,
}: OpenOptions): Promise<OpenedSession | null> {
  let isClosed = false;
  // Errors after closing are expected: work under way loses its database, and what it had committed stays.
  const onFault = (fault: unknown) => {
    if (!isClosed) reportFault(fault);
  };
  const afterRestore = (resent: number) => {
    if (isClosed) return;
    onRestored(resent);
    // The copies are of the server before.
    void pulls.pull();
  };
  const onReturned = () => !isClosed && sender.wake('enqueued');
  const store = await openStore(vault, { onBlocked, onFault, onRestored: afterRestore, onReturned });
  const { db, device } = store;
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
  const token = () => tokenOf(userId);
  const sender = createSender(store, { token, onFault });
  const pulls = createPulls(store, { token, cards, isClosed: () => isClosed, onFault });
  const unsentReport = startUnsentReport({
    device,
    owner: vault,
    timer: pageTimer,
    mayReport: () => token() !== null && navigator.onLine && document.visibilityState === 'visible',
    report: () => fetchKeyShare({ userId, organisationId: vault.organisationId }),
    lastReported,
    onFault,
  });
  const stopWaking = wakeWithThePage(sender.wake, () => {
    pulls.pullUnlessRunning();
    unsentReport.look();
  });
  const unsent = followUnsent({
    store,
    cards,
    onCount: (counted) => !isClosed && updateQueueStatus({ ...counted, isKnown: true }),
    onFault,
  });
  const cancelStart = afterFirstViews(() => {
    sender.start();
    cards.open().catch(onFault);
    pulls.pullUnlessRunning();
  });
  const context: LocalContext = { userId, store, cards, wake: sender.wake, pull: pulls.pull, isCurrent: () => !isClosed };
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
      sender.stop();
      db.close();
    },
  };
}

/** The token of this person's session, else null: nobody else's session sends this person's ops. */
function tokenOf(userId: string): string | null {
  const session = currentSession();
  return session?.user._id === userId ? session.token : null;
}
