import { CallFailed, NotSent } from '#contract/engine/call.ts';
import { isUnanswered } from '#contract/engine/retry.ts';
import { fallbackTimeout } from '#src/device/last-ping.ts';
import { isOnline } from '#src/offline/server-reachability.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { askTabletPin, countRefusedPin, tryPinOffline } from '#src/offline/tablet-pin.ts';
import { api } from '#src/session/api.ts';
import { currentOverlay, currentSession, startSession } from '#src/session/session.ts';
import { unfinishedSignIn } from '#src/session/stored-session.ts';
import { tabletPinWords } from '#src/session/tablet-pin-words.ts';
import { tooOld } from './open-offline.ts';

// A PIN opens no vault: it lifts a lock over one whose keys are in the memory of this page, and that lock alone.

/** Whether the tablet PIN opens this lock now; `why`: a sentence for somebody who has a PIN that does not. */
export type LockPinOffer = { readonly isOffered: boolean; readonly why: string | null };

/** Asks whether the PIN of the person whose session is locked can be checked now: by the server, or by the worker of this tablet. */
export async function lockPinOffer(): Promise<LockPinOffer> {
  const overlay = currentOverlay();
  const none = { isOffered: false, why: null };
  if (overlay?.kind !== 'locked' || overlay.why !== 'idle') return none;
  const { user, token } = overlay.session;
  const userHash = hashOfOpenVault(user._id);
  if (!user.hasTabletPin || userHash === null || unfinishedSignIn(user._id) !== null) return none;
  const state = await askTabletPin({ type: 'TABLET_PIN_ASKED', userHash });
  if (state?.triesLeft === 0) return { isOffered: false, why: tabletPinWords.spent };
  const isCheckable = state?.isKnown === true || (token !== null && isOnline());
  return isCheckable ? { isOffered: true, why: null } : { isOffered: false, why: tabletPinWords.noNetwork };
}

/**
 * Lifts the lock of one's own session with the tablet PIN. The server counts the tries on all tablets together; while it does not answer, the worker
 * of this tablet checks a PIN that it knows, for twelve hours after the last full sign-in.
 *
 * @returns null once the lock is lifted; else the tries that are left, 0 where the PIN opens nothing any more
 * @throws CallFailed, Unreachable; NotSent with the sentence where this tablet cannot check it, or may not any more
 */
export async function unlockWithPin(tabletPin: string): Promise<{ readonly triesLeft: number } | null> {
  const session = currentSession();
  const userHash = session === null ? null : hashOfOpenVault(session.user._id);
  if (session === null || userHash === null) throw refused(tabletPinWords.noNetwork);
  const lift = (renewal: object) => {
    const now = currentSession();
    // Another person's by now: only their own lock is lifted.
    if (now !== null && now.user._id === session.user._id) startSession({ ...now, ...renewal });
    return null;
  };
  try {
    const renewal = await api('userUnlockWithTabletPin', { tabletPin }, { limitMs: fallbackTimeout() });
    await askTabletPin({ type: 'TABLET_PIN_PROVEN', userHash, tabletPin });
    return lift({ token: renewal.token, tokenExpiryDate: renewal.tokenExpiryDate });
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === 'INCORRECT_TABLET_PIN')
      return { triesLeft: await countRefusedPin(userHash, failure) };
    if (failure instanceof CallFailed && failure.code === 'TABLET_PIN_OFF') return { triesLeft: 0 };
    if (!isUnanswered(failure)) throw failure;
  }
  const tried = await tryPinOffline(userHash, tabletPin);
  if (tried.kind === 'wrong') return { triesLeft: tried.triesLeft };
  if (tried.kind !== 'right') throw refused(tried.kind === 'tooOld' ? tooOld() : tabletPinWords.noNetwork);
  return lift({});
}

/** The mark of a person's vault that is open in this page; null without one. */
function hashOfOpenVault(userId: string): string | null {
  const open = currentOfflineSession();
  return open !== null && open.userId === userId ? open.store.vault.userHash : null;
}

function refused(message: string): NotSent {
  return new NotSent([{ path: 'tabletPin', message }]);
}
