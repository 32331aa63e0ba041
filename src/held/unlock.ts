import type { User } from '#contract/user-shapes.ts';
import { SESSION_CAP } from '#domain/limits.ts';
import { means, thisDevice } from './this-device.ts';
import { currentSession, type Session } from '#src/session/session.ts';
import type { Device } from '#store/device.ts';
import { keepProfile } from '#store/profile.ts';
import { userHash } from '#store/vault/identity.ts';
import { rememberedVaults, type Remembered } from '#store/vault/remembered.ts';
import {
  followPassword,
  openAtSignIn,
  openWithPassword,
  openWithShare,
  type OfflineOpening,
  type Opening,
} from '#store/vault/vault.ts';
import { currentHeld, hold, tellQueue, whileOpening, type Held } from './held.ts';
import type { Troubles, Typed } from './keeper.ts';
import { openHeld } from './open.ts';
import { askShare } from './tell-unsent.ts';

type SignedIn = {
  readonly user: User;
  /** null after a reload */
  readonly typed: Typed | null;
  readonly isStill: () => boolean;
  readonly troubles: Troubles;
};

/**
 * Opens what this tablet keeps of somebody with a live session, and makes it when they have signed in for the first time here.
 * Null where nothing can be opened.
 *
 * @throws Unreachable, CallFailed 403 on a blocked tablet
 */
export async function openSignedIn({ user, typed, isStill, troubles }: SignedIn): Promise<Held | null> {
  const device = thisDevice();
  await tellNoted(device, user._id, isStill);
  const share = await askShare(personOf(user));
  const open = currentHeld();
  const isOpen = open !== null && open.userId === user._id;
  if (isOpen) {
    open.wake('signedIn');
    await keepProfile(open.store, user);
    if (typed === null) return open;
  }
  const opening: Opening =
    typed === null
      ? await openWithShare(device, { userId: user._id, share }, means)
      : await openAtSignIn(device, { ...personOf(user), ...typed, share }, means);
  if (opening.kind === 'sealed') troubles.onSealed();
  if (isOpen) return open;
  if (opening.kind !== 'open' || !isStill()) return null;
  return openHeld({ ...troubles, vault: opening.vault, user });
}

/** What the tablet has noted of this person's queue is said until it is open. */
async function tellNoted(device: Device, userId: string, isStill: () => boolean): Promise<void> {
  const noted = await device.vaults.get(await userHash(device, userId, means));
  if (noted !== undefined && currentHeld() === null && isStill()) tellQueue({ unsent: noted.unsentCount });
}

/** How an opening without the server ended. `none`: nothing of this person can be opened here without it. */
export type OfflineUnlock =
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'none' }
  | Exclude<OfflineOpening, { readonly kind: 'open' }>;

/** Opens what this tablet keeps of somebody with their password alone. The session that it answers is still to be started. */
export function unlockOffline(given: Typed, troubles: Troubles): Promise<OfflineUnlock> {
  return whileOpening(async () => {
    const device = thisDevice();
    if ((await device.vaults.count()) === 0) return { kind: 'none' };
    const opening = await openWithPassword(device, given, means);
    if (opening.kind !== 'open') return opening;
    const row = await device.vaults.get(opening.vault.userHash);
    const next = await openHeld({ ...troubles, vault: opening.vault, user: null });
    if (next === null || row === undefined) return { kind: 'none' };
    hold(next);
    const tokenExpiryDate = new Date(row.lastFullSignIn + SESSION_CAP).toISOString();
    return { kind: 'open', session: { token: null, tokenExpiryDate, user: next.user } };
  });
}

/** Whether this is the password that opens what is open here: for a lock, while the server cannot be asked. */
export async function tryPasswordHere(given: Typed): Promise<OfflineOpening> {
  const opening = await openWithPassword(thisDevice(), given, means);
  const isOther = opening.kind === 'open' && opening.vault.userHash !== currentHeld()?.store.vault.userHash;
  return isOther ? { kind: 'wrong' } : opening;
}

/** After a password change: what is kept here opens with the new one from now on. */
export async function followNewPassword(userId: string, password: string): Promise<void> {
  const organisationId = currentSession()?.user.organisation[0]?._id ?? '';
  const share = await askShare({ userId, organisationId });
  await followPassword(thisDevice(), { userId, share, password }, means);
}

/** Whose work is kept on this tablet. */
export function rememberedHere(): Promise<Remembered[]> {
  return rememberedVaults(thisDevice());
}

function personOf({ _id, firstName, lastName, organisation }: User) {
  return { userId: _id, displayName: `${firstName} ${lastName}`.trim(), organisationId: organisation[0]?._id ?? '' };
}
