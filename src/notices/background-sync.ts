import { currentQueue, subscribeHeld } from '#src/held/held.ts';

/** What the worker wakes for; it pokes the pages, which send. */
const TAG = 'assent.outbox';

/** Background Sync, where a browser has it; the DOM library does not know it. */
type WithSync = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/** Asks the browser, whenever more waits to be sent, to wake this app's pages once there is a network. @returns how to stop */
export function askForSync(): () => void {
  let before = 0;
  return subscribeHeld(() => {
    const { unsent } = currentQueue();
    if (unsent > before) void register();
    before = unsent;
  });
}

async function register(): Promise<void> {
  try {
    const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(TAG);
  } catch {
    // Refused, or not for this profile: the pages wake by themselves.
  }
}
