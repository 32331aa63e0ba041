import { CallFailed } from '#contract/engine/call.ts';
import { isApiError, isRetryable, isUnanswered } from '#contract/engine/retry.ts';
import { isOnline, subscribeReachability } from './server-reachability.ts';
import { currentSession, endSession, lockSession, subscribe, type Session } from '#src/session/session.ts';
import { StorageUnavailable } from '#store/db/open-within.ts';
import { createBackoff, pageTimer } from '#src/device/retry.ts';
import { currentOfflineSession, setOfflineSession, setOpeningState, whileOpening } from './session.ts';
import type { Credentials, OpenErrorHandlers } from './unlock.ts';

type OnlineSession = Session & { readonly token: string };

let opener: ((session: Session, credentials: Credentials | null) => void) | null = null;

/**
 * Opens the vault of a session that is about to start: registers the tablet with the server and unwraps the key with the share of
 * the answer. A first sign-in makes the vault with its password.
 */
export function openVault(session: Session, credentials: Credentials | null): void {
  opener?.(session, credentials);
}

/**
 * Opens the vault with each session and each new token of a person whose registration is finished, and starts to send its outbox.
 * A blocked tablet ends the session with the server's message. Where only the password could make the vault, or end the sign-in on this
 * tablet, and this page does not have it, it is asked for over the screens. Retries with back-off, on reconnect and when the page becomes
 * visible.
 *
 * @returns how to stop
 */
export function startVaultLifecycle(handlers: OpenErrorHandlers): () => void {
  /** the token whose opening has begun, so that no token is opened twice */
  let openedToken: string | null = null;
  /** of all openings: where another has begun since, with a password perhaps, nothing is asked for this one */
  let begun = 0;
  /** the opening to retry, with the password that a first sign-in makes its vault with */
  let failed: { readonly userId: string; readonly credentials: Credentials | null } | null = null;

  const begin = (session: Session, credentials: Credentials | null) => {
    const { token, user } = session;
    const isBegun = token === openedToken && credentials === null;
    if (token === null || isBegun || user.status !== 'ACTIVE') return;
    const retried = failed?.userId === user._id ? failed.credentials : null;
    openedToken = token;
    begun += 1;
    failed = null;
    backoff.stop();
    if (currentOfflineSession() === null) setOpeningState('opening');
    void open({ ...session, token }, credentials ?? retried);
  };
  const check = () => {
    const session = currentSession();
    if (session !== null) return begin(session, null);
    failed = null;
    backoff.reset();
    setOpeningState(null);
  };
  const open = async (session: OnlineSession, credentials: Credentials | null) => {
    const { token, user } = session;
    const own = begun;
    try {
      const isPasswordDue = await whileOpening(() => openFor(session, credentials, handlers));
      backoff.reset();
      if (!isCurrent(user)) return;
      setOpeningState(currentOfflineSession() === null ? 'failed' : null);
      if (isPasswordDue && own === begun) lockSession('unfinished');
    } catch (failure) {
      if (openedToken === token) openedToken = null;
      if (failure instanceof CallFailed && failure.status === 403) return endSession(failure.message);
      const isUnavailable = failure instanceof StorageUnavailable;
      if (isUnavailable) handlers.onUnavailable();
      if (isCurrent(user) && (isUnavailable || isRetryable(failure))) {
        failed = { userId: user._id, credentials };
        // Meanwhile the app works with the server alone.
        if (isUnavailable) setOpeningState('failed');
        backoff.later();
        return isUnanswered(failure) ? lockUntilOpen(user) : undefined;
      }
      if (isCurrent(user)) {
        setOpeningState('failed');
        handlers.onFailed();
      }
      if (!isApiError(failure) && !isUnavailable) handlers.onFault(failure);
    }
  };
  const backoff = createBackoff(check, pageTimer);
  const stops = [subscribe(check), onReconnect(check)];
  opener = begin;
  check();
  return () => {
    if (opener === begin) opener = null;
    backoff.stop();
    for (const stop of stops) stop();
  };
}

/**
 * Calls the listener when the server may be reachable again: the network is back, a call has reached it, or the page is visible.
 * @returns how to stop
 */
export function onReconnect(listener: () => void): () => void {
  let wasOnline = isOnline();
  const onReachability = () => {
    const isBack = isOnline() && !wasOnline;
    wasOnline = isOnline();
    if (isBack) listener();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const stop = subscribeReachability(onReachability);
  addEventListener('online', listener);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    stop();
    removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/**
 * Asks for the password over the screens where the server is gone before the vault is open: the password opens it without the server,
 * and what was typed stays. A person without a vault on this device is asked nothing.
 */
async function lockUntilOpen(user: Session['user']): Promise<void> {
  const isUnopened = () => !isOnline() && isCurrent(user) && currentOfflineSession() === null;
  if (!isUnopened()) return;
  const { hasVault } = await import('./unlock.ts');
  const mayOpen = await hasVault(user._id);
  // The network may be back, or the person gone, by now.
  if (mayOpen && isUnopened()) lockSession('unreached');
}

function isCurrent({ _id }: Session['user']): boolean {
  return currentSession()?.user._id === _id;
}

/** @returns whether the person has to be asked for their password */
async function openFor(session: Session, credentials: Credentials | null, handlers: OpenErrorHandlers): Promise<boolean> {
  const { user } = session;
  const isStill = () => isCurrent(user);
  // A session that ended meanwhile opens nothing.
  if (!isStill()) return false;
  // The store comes with Dexie, which the first screen does not wait for.
  const { unlockOnline } = await import('./unlock.ts');
  const { open, isPasswordDue } = await unlockOnline({ session, credentials, isStill, handlers });
  if (open === null || open === currentOfflineSession()) return isPasswordDue;
  if (isStill()) setOfflineSession(open);
  else open.close();
  return isPasswordDue;
}
