import { subscribeOffline } from '#src/offline/session.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';

/** Sync tag that wakes the worker; the worker posts to the pages, which send. */
const TAG = 'assent.outbox';

/** Background Sync, where a browser has it; the DOM library does not know it. */
type WithSync = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/**
 * Registers a background sync whenever more ops are unsent, so that the browser wakes this app's pages once there is a network.
 * @returns how to stop
 */
export function askForSync(): () => void {
  let before = 0;
  return subscribeOffline(() => {
    const { unsent } = currentQueueStatus();
    if (unsent > before) void register();
    before = unsent;
  });
}

async function register(): Promise<void> {
  try {
    const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(TAG);
  } catch {
    // Refused, or not available in this profile: the pages wake by themselves.
  }
}
