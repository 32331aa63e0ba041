import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import type { CallFailed } from '#contract/engine/call.ts';
import type { TabletPinMessage, TabletPinState } from '#store/vault/tablet-pins.ts';
import { postToWorker, WORKER_MESSAGE_INTERVAL } from '#src/device/post-to-worker.ts';

/** Time limits of the worker's answer, ms [choice]: a slow tablet hashes a PIN for a second or two. */
const WORKER_TIMEOUT = { asked: 3000, hashed: 10_000 };

/**
 * Sends a message about a tablet PIN to the service worker, which holds PINs in memory alone.
 *
 * @returns null without an active worker: a PIN is then checked by the server or not at all
 */
export async function askTabletPin(message: TabletPinMessage): Promise<TabletPinState | null> {
  const isHashed = message.type === 'TABLET_PIN_TRIED';
  // The worker answers these messages with a state only.
  return ((await postToWorker(message, isHashed ? WORKER_TIMEOUT.hashed : WORKER_TIMEOUT.asked)) ??
    null) as TabletPinState | null;
}

/** The answer to a PIN that was tried without the server. `unknown`: this tablet cannot check it; `tooOld`: nor may it any more. */
type TriedPin =
  | { readonly kind: 'right' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'tooOld' }
  | { readonly kind: 'wrong'; readonly triesLeft: number };

/**
 * Has the worker check the PIN of a vault that is open in this page: for twelve hours after the last full sign-in. A PIN opens no vault.
 */
export async function tryPinOffline(userHash: string, tabletPin: string): Promise<TriedPin> {
  const state = await askTabletPin({ type: 'TABLET_PIN_TRIED', userHash, tabletPin });
  if (state === null || (!state.isRight && !state.isKnown && state.triesLeft > 0)) return { kind: 'unknown' };
  if (!state.isRight) return { kind: 'wrong', triesLeft: state.triesLeft };
  const [{ mayUseOffline }, { deviceDatabase, vaultEnv }] = await Promise.all([
    import('#store/vault/open.ts'),
    import('#src/device/env.ts'),
  ]);
  return { kind: (await mayUseOffline(deviceDatabase(), userHash, vaultEnv())) ? 'right' : 'tooOld' };
}

/**
 * The tries that are left after the server refused a PIN: the worker counts those together with what it refused itself.
 *
 * @param userHash - undefined where nobody's vault is open here
 */
export async function countRefusedPin(userHash: string | undefined, { data }: CallFailed): Promise<number> {
  const isCounted = typeof data === 'object' && data !== null && 'triesLeft' in data;
  const triesLeft = isCounted ? Number(data.triesLeft) : TABLET_PIN_TRIES - 1;
  if (userHash === undefined) return triesLeft;
  return (await askTabletPin({ type: 'TABLET_PIN_REFUSED', userHash, triesLeft }))?.triesLeft ?? triesLeft;
}

/**
 * Keeps the worker, and with it a PIN that it knows, as long as this page runs. `userHash` returns null while there is nothing to
 * keep.
 *
 * @returns how to stop
 */
export function keepTabletPin(userHash: () => string | null): () => void {
  const timer = setInterval(() => {
    const hash = userHash();
    if (hash !== null) void askTabletPin({ type: 'TABLET_PIN_ASKED', userHash: hash });
  }, WORKER_MESSAGE_INTERVAL);
  return () => clearInterval(timer);
}
