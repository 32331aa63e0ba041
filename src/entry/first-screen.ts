import { HANDOVER_KEY } from '#domain/signing/handover-lock.ts';
import { claimKey, SESSION_KEY } from '#src/device/storage-keys.ts';
import { localItems, tabItems } from '#src/device/web-storage.ts';

/** Paths that show the sign-in to somebody who is not signed in. Others lead there with an address to return to, which the router knows. */
const SIGN_IN_PATHS: readonly string[] = ['/', '/login'];

/**
 * Whether a page begins with the sign-in: this tab has no session, stored or handed back by a signer's page, and the tablet is with no
 * signer. Where any of that is in doubt the router decides.
 */
export function beginsWithSignIn(pathname: string): boolean {
  const hasSession = [SESSION_KEY, claimKey('staff')].some((key) => tabItems.getItem(key) !== null);
  return SIGN_IN_PATHS.includes(pathname) && !hasSession && localItems.getItem(HANDOVER_KEY) === null;
}
