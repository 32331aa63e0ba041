import { UNLOCK_TRIES } from '#domain/signing/handover-lock.ts';
import { tryPinOffline } from '#src/offline/tablet-pin.ts';
import { currentTicket } from '#src/session/handover.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { whenEditLockFree } from '#src/device/edit-lock.ts';
import type { TakenBack } from './return-to-staff.ts';
import { rateLimitText } from '#src/session/rate-limit-text.ts';
import { takeBackTexts } from './texts.ts';

type TakeBackInput = {
  readonly userHash: string;
  readonly password: string;
  readonly onOpened: (opened: TakenBack) => Promise<void>;
};

/** Reason why the password did not end the handover. `tooOld`: no password is accepted any more without the server. */
type TakeBackFailure = { readonly kind: 'wrong' | 'wait' | 'tooOld'; readonly message: string };

/**
 * Takes the tablet back without the server: the password opens the vault of the clinician who handed it over.
 *
 * @returns null once it is open
 */
export async function takeBackOffline({ userHash, password, onOpened }: TakeBackInput): Promise<TakeBackFailure | null> {
  const { unlock } = takeBackTexts;
  const [{ reopenVault }, { deviceDatabase, vaultEnv }] = await Promise.all([
    import('#store/vault/open.ts'),
    import('#src/device/env.ts'),
  ]);
  // Also before the try: the app may have been killed in the one that spent the last.
  await discardTokenAfterTries(userHash);
  const opened = await reopenVault(deviceDatabase(), { userHash, password }, vaultEnv());
  switch (opened.kind) {
    case 'open':
      await onOpened({ kind: 'vault', vault: opened.vault });
      return null;
    case 'wrong':
      await discardTokenAfterTries(userHash);
      return { kind: 'wrong', message: unlock.wrongHere };
    case 'wait':
      return { kind: 'wait', message: rateLimitText(opened.ms) };
    case 'tooOld':
      return { kind: 'tooOld', message: unlock.tooOld };
  }
}

/** Reason why a tablet PIN did not end the handover. `unknown`: this tablet cannot check it now. */
type PinFailure =
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'tooOld'; readonly message: string };

/**
 * Takes the tablet back without the server by the tablet PIN: the worker checks it, and the vault is the one that is still open in
 * this page. A PIN opens no vault.
 *
 * @returns null once the tablet is taken back
 */
export async function takeBackWithPinOffline(
  { userHash, tabletPin }: { readonly userHash: string; readonly tabletPin: string },
  onOpened: TakeBackInput['onOpened'],
): Promise<PinFailure | null> {
  const vault = (await whenSignerStoreReady(currentTicket()))?.vault;
  if (vault?.userHash !== userHash) return { kind: 'unknown' };
  const tried = await tryPinOffline(userHash, tabletPin);
  if (tried.kind === 'tooOld') return { kind: 'tooOld', message: takeBackTexts.unlock.tooOld };
  if (tried.kind !== 'right') return tried;
  await onOpened({ kind: 'vault', vault });
  return null;
}

/** Too many wrong passwords: as at the server, only a full sign-in sends again. */
async function discardTokenAfterTries(userHash: string): Promise<void> {
  const [{ countAttempts }, { deviceDatabase }] = await Promise.all([
    import('#store/vault/attempts.ts'),
    import('#src/device/env.ts'),
  ]);
  if ((await countAttempts(deviceDatabase(), userHash)) >= UNLOCK_TRIES) await discardToken(userHash);
}

/** Deletes the staff token that waits sealed in a vault: the password alone no longer opens the session again. */
export async function discardToken(userHash: string): Promise<void> {
  const [{ openVaultDatabase }, { discardHandoverToken }] = await Promise.all([
    import('#store/db/vault-database.ts'),
    import('#store/session/handover-token.ts'),
  ]);
  const db = openVaultDatabase(userHash, { letGo: whenEditLockFree, onBlocked: () => undefined });
  try {
    await discardHandoverToken(db);
  } finally {
    db.close();
  }
}
