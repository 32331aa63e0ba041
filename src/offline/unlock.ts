import { SESSION_CAP } from '#domain/accounts/session.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { env, deviceDatabase, vaultEnv } from '#src/device/env.ts';
import { clockOffset } from '#src/device/clock.ts';
import type { Session } from '#src/session/session.ts';
import { finishSignIn, unfinishedSignIn } from '#src/session/stored-session.ts';
import type { DeviceDatabase } from '#store/db/device-database.ts';
import type { HandoverToken } from '#store/session/handover-token.ts';
import { saveProfile } from '#store/session/profile.ts';
import { userHash } from '#store/vault/identity.ts';
import { listRememberedUsers, type RememberedUser } from '#store/session/sign-out.ts';
import {
  openVaultAtSignIn,
  openVaultWithPassword,
  openVaultWithShare,
  type OfflineUnlockResult,
  type UnlockResult,
  type Vault,
} from '#store/vault/open.ts';
import { currentOfflineSession, setOfflineSession, whileOpening, type OfflineSession } from './session.ts';
import { updateQueueStatus } from '#src/device/queue-status.ts';
import { openOfflineSession } from './open-session.ts';
import { whenStorageOpen } from '#src/device/storage-verdict.ts';
import { fetchKeyShare } from './unsent-report.ts';

/** A sign-in's email and password. They open the vault, and go no further than its opening and the retries of that. */
export type Credentials = { readonly email: string; readonly password: string };

/** Handlers of openings that fail. */
export type OpenErrorHandlers = {
  /** the vault opens neither with the share nor with the password, and stays as it is */
  readonly onSealed: () => void;
  /** another tab with an older build keeps the database from opening */
  readonly onBlocked: () => void;
  /** the server was restored from a backup; with the number of calls that this tablet sends again */
  readonly onRestored: (resent: number) => void;
  /** this browser stores nothing, or its database does not open in time */
  readonly onUnavailable: () => void;
  /** the vault does not open, for a reason that no other try mends */
  readonly onFailed: () => void;
  readonly onFault: (fault: unknown) => void;
};

type SignedIn = {
  readonly session: Session;
  /** null after a reload */
  readonly credentials: Credentials | null;
  readonly isStill: () => boolean;
  readonly handlers: OpenErrorHandlers;
};

/**
 * Result of an opening with the server. `open`: null where no vault can be opened. `isPasswordDue`: the password alone makes the vault, or
 * ends the sign-in on this tablet, and this page does not have it.
 */
type OnlineUnlock = { readonly open: OfflineSession | null; readonly isPasswordDue: boolean };

/**
 * Opens the vault of a person with a live session, and makes it at their first sign-in on this tablet.
 *
 * @throws Unreachable, CallFailed 403 on a blocked tablet, StorageUnavailable
 */
export async function unlockOnline({ session, credentials, isStill, handlers }: SignedIn): Promise<OnlineUnlock> {
  const { user } = session;
  await whenStorageOpen();
  const device = deviceDatabase();
  await showStoredCount(device, user._id, isStill);
  const share = await fetchKeyShare(personOf(user));
  const open = currentOfflineSession();
  const isOpen = open !== null && open.userId === user._id;
  const signedInAt = unfinishedSignIn(user._id);
  const isUnfinished = credentials === null && signedInAt !== null;
  if (isOpen) {
    open.wake('signedIn');
    await saveProfile(open.store, user);
    if (credentials === null) return { open, isPasswordDue: isUnfinished };
  }
  const opening = await openOrMake(session, { credentials, share, signedInAt });
  // Sealed as well: the same password opens no more at another try.
  if (credentials !== null && isStill()) finishSignIn();
  const isPasswordDue = credentials === null && (isUnfinished || opening.kind === 'none');
  if (opening.kind === 'sealed' && !isPasswordDue) handlers.onSealed();
  if (isOpen) return { open, isPasswordDue };
  if (opening.kind !== 'open' || !isStill()) return { open: null, isPasswordDue };
  return { open: await openOfflineSession({ ...handlers, vault: opening.vault, user }), isPasswordDue };
}

type Secrets = { readonly credentials: Credentials | null; readonly share: string; readonly signedInAt: number | null };

/** The password makes a vault, and ends a full sign-in; anything else the share does alone. */
async function openOrMake(session: Session, { credentials, share, signedInAt }: Secrets): Promise<UnlockResult> {
  const device = deviceDatabase();
  const owner = { ...personOf(session.user), share };
  if (credentials === null || signedInAt === null) {
    const withShare = await openVaultWithShare(device, owner, vaultEnv());
    if (credentials === null || withShare.kind !== 'none') return withShare;
  }
  return openVaultAtSignIn(device, { ...owner, ...credentials, signedInAt: signedInAt ?? earliestSignIn(session) }, vaultEnv());
}

/** The earliest time, epoch ms, at which the full sign-in of a session can have been, where this tab does not know it. */
function earliestSignIn({ tokenExpiryDate }: Session): number {
  return Date.parse(tokenExpiryDate) - SESSION_CAP - clockOffset();
}

/** Whether a person has a vault on this device. False where this browser stores nothing, or does not answer. */
export async function hasVault(userId: string): Promise<boolean> {
  try {
    await whenStorageOpen();
    const device = deviceDatabase();
    return (await device.vaults.get(await userHash(device, userId, env))) !== undefined;
  } catch {
    return false;
  }
}

/** Shows the stored count of this person's outbox until the vault is open. */
async function showStoredCount(device: DeviceDatabase, userId: string, isStill: () => boolean): Promise<void> {
  const noted = await device.vaults.get(await userHash(device, userId, env));
  if (noted !== undefined && currentOfflineSession() === null && isStill()) updateQueueStatus({ unsent: noted.unsentCount });
}

/** Result of an opening without the server. `none`: this tablet has no vault that this person could open offline. */
export type OfflineUnlock =
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'none' }
  | Exclude<OfflineUnlockResult, { readonly kind: 'open' }>;

/** Opens a person's vault with their password alone. The caller starts the returned session. */
export function unlockOffline(credentials: Credentials, handlers: OpenErrorHandlers): Promise<OfflineUnlock> {
  return whileOpening(async () => {
    const device = deviceDatabase();
    const isOpen = await whenStorageOpen().then(
      () => true,
      () => false,
    );
    if (!isOpen || (await device.vaults.count()) === 0) return { kind: 'none' };
    const opening = await openVaultWithPassword(device, credentials, vaultEnv());
    if (opening.kind !== 'open') return opening;
    const row = await device.vaults.get(opening.vault.userHash);
    const next = await openOfflineSession({ ...handlers, vault: opening.vault, user: null });
    if (next === null || row === undefined) return { kind: 'none' };
    setOfflineSession(next);
    return { kind: 'open', session: sessionOf(next.user, row.lastFullSignIn) };
  });
}

/** `handoverToken`: the token of the session from before the handover, if it waited in the vault. The server has not been asked. */
type HandedBack = { readonly session: Session; readonly handoverToken: HandoverToken | null };

/**
 * Opens a vault from the keys that a signer's page handed back, with a session without a token. Null when its owner is not known.
 */
export function openHandedBack(vault: Vault, handlers: OpenErrorHandlers): Promise<HandedBack | null> {
  return whileOpening(async () => {
    const row = await deviceDatabase().vaults.get(vault.userHash);
    const next = await openOfflineSession({ ...handlers, vault, user: null });
    if (next === null) return null;
    setOfflineSession(next);
    return { session: sessionOf(next.user, row?.lastFullSignIn ?? 0), handoverToken: next.handoverToken };
  });
}

function sessionOf(user: User, lastFullSignIn: number): Session {
  return { token: null, tokenExpiryDate: new Date(lastFullSignIn + SESSION_CAP).toISOString(), user };
}

/** People with a vault on this tablet; nobody where this browser stores nothing. */
export async function rememberedUsers(): Promise<RememberedUser[]> {
  try {
    await whenStorageOpen();
  } catch {
    return [];
  }
  return listRememberedUsers(deviceDatabase());
}

function personOf({ _id, firstName, lastName, organisation }: User) {
  return { userId: _id, displayName: `${firstName} ${lastName}`.trim(), organisationId: organisation[0]?._id ?? '' };
}
