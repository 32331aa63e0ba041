import { SESSION_CAP } from '#domain/limits.ts';
import { thisDevice } from './this-device.ts';
import { startSession } from '#src/session/session.ts';
import type { Vault } from '#store/vault/vault.ts';
import { hold } from './held.ts';
import { openHeld } from './open.ts';
import { heldTroubles } from './troubles.ts';

/** Opens the work of whoever has just given their password, with a session of this tablet alone. False where it is not theirs any more. */
export async function openLeft(vault: Vault): Promise<boolean> {
  const row = await thisDevice().vaults.get(vault.userHash);
  const next = await openHeld({ ...heldTroubles, vault, user: null });
  if (next === null) return false;
  hold(next);
  const tokenExpiryDate = new Date((row?.lastFullSignIn ?? 0) + SESSION_CAP).toISOString();
  startSession({ token: null, tokenExpiryDate, user: next.user });
  return true;
}
