import { tabItems } from '#src/session/web-storage.ts';
import type { Handoff, HandoffMessage, HandoffTarget } from '#store/session/handoff.ts';
import { postToWorker } from './post-to-worker.ts';

/** Time limit of the worker's answer, ms [choice]: a page that gets no keys goes on without them. */
const WORKER_TIMEOUT = 3000;

/** Key in sessionStorage of the handoff that waits for the next page of this tab. It stores an id alone, which opens nothing. */
export const claimKey = (purpose: HandoffTarget) => `assent.parcel.${purpose}`;

/**
 * Leaves open keys in the service worker's memory for the page that this tab opens next.
 *
 * @param id - the handover's
 * @returns false without an active worker: the next page then gets nothing
 */
export async function putHandoff(purpose: HandoffTarget, id: string, handoff: Handoff): Promise<boolean> {
  const message: HandoffMessage = { type: 'PARCEL_LEFT', purpose, id, parcel: handoff };
  const isAccepted = (await postToWorker(message, WORKER_TIMEOUT)) === true;
  if (isAccepted) sessionStorage.setItem(claimKey(purpose), id);
  return isAccepted;
}

/** Takes the handoff of the page before; null the second time, after a reload, or too late. */
export async function takeHandoff(purpose: HandoffTarget): Promise<Handoff | null> {
  const id = tabItems.getItem(claimKey(purpose));
  if (id === null) return null;
  tabItems.removeItem(claimKey(purpose));
  const message: HandoffMessage = { type: 'PARCEL_ASKED', purpose, id };
  // The worker returns only what putHandoff left, or null.
  return ((await postToWorker(message, WORKER_TIMEOUT)) ?? null) as Handoff | null;
}
