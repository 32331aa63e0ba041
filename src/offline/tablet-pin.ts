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
