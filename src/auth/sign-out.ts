import type { Input } from '#contract/calls.ts';
import { EDIT_LOCK } from '#src/device/edit-lock.ts';
import { openErrorHandlers } from './open-errors.ts';
import { currentOfflineSession, setOfflineSession, type OfflineSession } from '#src/offline/session.ts';
import { askTabletPin } from '#src/offline/tablet-pin.ts';
import { api, leaveWithToken } from '#src/session/api.ts';
import { ping } from '#src/session/ping.ts';
import { currentSession, endSession } from '#src/session/session.ts';

/**
 * Ends the session on this device and on the server, and makes the cached copies on this device unreadable; unsent work stays
 * sealed. Offline the token is dropped from this device and expires on the server by itself. A device that cannot write signs out
 * all the same.
 */
export async function signOut(): Promise<void> {
  const offline = currentOfflineSession();
  if (offline !== null) await wipeCache(offline);
  await destroySession({});
}

/**
 * `waits`: unsent work, or another person's vault is on the device. `busy`: somebody edits or signs in a tab. `unreachable`: no
 * answer, and the browser deletes only on the server's answer. `signIn`: there is no token to call the server with.
 */
export type WipeResult = 'done' | 'waits' | 'busy' | 'unreachable' | 'signIn';

/**
 * Signs out, and makes the browser delete all data of this app. The check is made now: another tab may have saved since the last.
 * Unless the result is `done`, nobody is signed out and nothing is touched; except when the network is lost in the last moment:
 * then the cached copies are deleted and the session has ended.
 */
export async function signOutAndWipe(offline: OfflineSession): Promise<WipeResult> {
  const { vault } = offline.local;
  return navigator.locks.request(EDIT_LOCK, { ifAvailable: true }, async (lock): Promise<WipeResult> => {
    if (lock === null) return 'busy';
    if (!(await vault.mayWipe())) return 'waits';
    if ((await ping()) !== 'here') return 'unreachable';
    if (currentSession()?.token == null) return 'signIn';
    await wipeCache(offline);
    // Work saved within this moment stays, sealed, and the sign-in screen names its owner.
    const wipe = await vault.mayWipe();
    // The browser cannot delete an open database.
    if (wipe) setOfflineSession(null);
    return (await destroySession(wipe ? { wipe } : {})) ? 'done' : 'unreachable';
  });
}

async function wipeCache({ local, store }: OfflineSession): Promise<void> {
  void askTabletPin({ type: 'TABLET_PIN_FORGOTTEN', userHash: store.vault.userHash });
  await local.vault.wipeCache().catch(openErrorHandlers.onFault);
}

/** @returns true when the server has answered */
async function destroySession(input: Input<'userDestroyToken'>): Promise<boolean> {
  const token = currentSession()?.token ?? null;
  if (token !== null) leaveWithToken(token);
  const call = token === null ? null : api('userDestroyToken', input, { token, signal: AbortSignal.timeout(5000) });
  const isAnswered = await call?.then(
    () => true,
    () => false,
  );
  endSession();
  return isAnswered ?? false;
}
