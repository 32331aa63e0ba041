import { claimKey } from '#src/device/storage-keys.ts';
import { tabItems } from '#src/device/web-storage.ts';
import type { Handoff, HandoffMessage, HandoffTarget } from '#store/session/handoff.ts';
import { postToWorker } from '#src/device/post-to-worker.ts';

// Apart from the rest of a handoff, which the signer's first page does not load.

/** Time limit of the worker's answer, ms [choice]: a page that gets no keys goes on without them. */
const WORKER_TIMEOUT = 3000;

/** The worker's answer to a message about a handoff; undefined without an active worker. */
export function postHandoff(message: HandoffMessage): Promise<unknown> {
  return postToWorker(message, WORKER_TIMEOUT);
}

/**
 * Takes the handoff of the page before; null without one, too late, or after the browser has ended the worker. One for the staff pages
 * is given once, that of a handover until it ends.
 */
export async function takeHandoff(purpose: HandoffTarget): Promise<Handoff | null> {
  const id = tabItems.getItem(claimKey(purpose));
  if (id === null) return null;
  if (purpose === 'staff') tabItems.removeItem(claimKey(purpose));
  // The worker returns only what putHandoff left, or null.
  return ((await postHandoff({ type: 'PARCEL_ASKED', purpose, id })) ?? null) as Handoff | null;
}
