import { durationWords } from '#domain/base/duration-words.ts';
import { SESSION_CAP } from '#domain/accounts/session.ts';
import { NotSent } from '#contract/engine/call.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import type { OfflineUnlockResult } from '#store/vault/open.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import { currentOfflineSession, setOfflineSession } from '#src/offline/session.ts';
import type { Session } from '#src/session/session.ts';
import { rateLimitText } from '#src/session/rate-limit-text.ts';
import { openErrorHandlers } from './open-errors.ts';

const WRONG = {
  '': 'Without the server, this email and password open nothing on this tablet',
  password: 'This is not the password that opens your work on this tablet',
} as const;

/**
 * Opens the vault of a person with their password alone.
 *
 * @param unanswered - the failure of the call that would have done
 * @param path - the field that a refusal is about: of a sign-in none alone
 * @throws NotSent with the sentence where it does not open; `unanswered` where this device has no vault
 */
export async function openOffline(
  credentials: Credentials,
  unanswered: unknown,
  path: keyof typeof WRONG = '',
): Promise<Session> {
  // The store comes with Dexie, which the sign-in screen does not load.
  const { unlockOffline } = await import('#src/offline/unlock.ts');
  const result = await unlockOffline(credentials, openErrorHandlers);
  if (result.kind === 'open') return result.session;
  if (result.kind === 'none') throw unanswered;
  throw unopened(result, path);
}

/** The refusal of a password that has not opened a vault. */
function unopened(result: Exclude<OfflineUnlockResult, { readonly kind: 'open' }>, path: keyof typeof WRONG): NotSent {
  switch (result.kind) {
    case 'wrong':
      return refused(path, WRONG[path]);
    case 'tooOld':
      return refused(path, tooOld());
    case 'wait':
      return refused(path, rateLimitText(result.ms));
  }
}

/** Whether this device could prove without the server that a person is there. */
export async function canProveOffline({ _id }: User): Promise<boolean> {
  if (currentOfflineSession() !== null) return true;
  // A browser that has lost the app's files and the network opens nothing.
  const { hasVault } = await import('#src/offline/unlock.ts').catch(() => ({ hasVault: async () => false }));
  return hasVault(_id);
}

/**
 * Proves by the password that a person is there: their open vault checks it, and one that is not open yet is opened by it.
 *
 * @throws as {@link openOffline}
 */
export async function proveOffline({ _id, email }: User, password: string, unanswered: unknown): Promise<void> {
  const open = currentOfflineSession();
  if (open !== null) {
    const result = await open.local.vault.verifyPassword(email, password);
    if (result.kind !== 'open') throw unopened(result, 'password');
    return;
  }
  const opened = await openOffline({ email, password }, unanswered, 'password');
  if (opened.user._id === _id) return;
  // The address is another person's by now, and so is the vault.
  setOfflineSession(null);
  throw refused('password', WRONG.password);
}

function refused(path: string, message: string): NotSent {
  return new NotSent([{ path, message }]);
}

/** The sentence for somebody whose last full sign-in is too long ago for this tablet to let them in alone. */
export function tooOld(): string {
  return `Your last sign-in with the network is more than ${durationWords(SESSION_CAP)} ago. Sign in with the network.`;
}
