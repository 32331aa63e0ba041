import { beginTry, forgetTries } from '#store/vault/tries.ts';
import { openAgain, type OfflineOpening } from '#store/vault/vault.ts';
import { means, thisDevice } from '#src/held/this-device.ts';

/** `wait`: too many wrong passwords were tried; ms until the next may be. */
export type OpenedHere = OfflineOpening | { readonly kind: 'wait'; readonly ms: number };

/** Opens the vault of the clinician who gave the tablet away, without a network. Each try counts, also through a reload. */
export async function openHere(userHash: string, password: string): Promise<OpenedHere> {
  const device = thisDevice();
  const ms = await beginTry(device, userHash, means.now());
  if (ms > 0) return { kind: 'wait', ms };
  const opened = await openAgain(device, { userHash, password }, means);
  if (opened.kind !== 'wrong') await forgetTries(device, userHash);
  return opened;
}
