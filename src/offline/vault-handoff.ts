import { claimKey } from '#src/device/storage-keys.ts';
import { tabItems } from '#src/device/web-storage.ts';
import { WORKER_MESSAGE_INTERVAL } from '#src/device/post-to-worker.ts';
import type { Handoff, HandoffTarget } from '#store/session/handoff.ts';
import { postHandoff } from './take-handoff.ts';

/**
 * Leaves open keys in the service worker's memory for the page that this tab opens next.
 *
 * @param id - the handover's
 * @returns false without an active worker: the next page then gets nothing
 */
export async function putHandoff(purpose: HandoffTarget, id: string, handoff: Handoff): Promise<boolean> {
  const isAccepted = (await postHandoff({ type: 'PARCEL_LEFT', purpose, id, parcel: handoff })) === true;
  if (isAccepted) sessionStorage.setItem(claimKey(purpose), id);
  return isAccepted;
}

/**
 * Keeps the keys of a handover in the worker's memory as long as this page runs, also when the browser ends the worker and starts it
 * anew: a reload finds them there.
 *
 * @returns how to stop
 */
export function keepHandoff(handoff: Handoff): () => void {
  const renew = async () => {
    const id = tabItems.getItem(claimKey('handover'));
    if (id === null) return;
    const isHeld = await postHandoff({ type: 'PARCEL_RENEWED', purpose: 'handover', id });
    // Without an answer there is no worker, or one of the build before, which would hold it for half a minute only.
    if (isHeld === false && tabItems.getItem(claimKey('handover')) === id) await putHandoff('handover', id, handoff);
  };
  const timer = setInterval(() => void renew(), WORKER_MESSAGE_INTERVAL);
  return () => clearInterval(timer);
}

/** Ends a handover's handoff: from here on no page gets the keys from the worker. */
export async function discardHandoff(): Promise<void> {
  const id = tabItems.getItem(claimKey('handover'));
  tabItems.removeItem(claimKey('handover'));
  if (id !== null) await postHandoff({ type: 'PARCEL_DISCARDED', purpose: 'handover', id });
}
