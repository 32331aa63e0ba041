import { tabItems } from '#src/session/web-storage.ts';
import type { Handoff, HandoffMessage, HandoffTarget } from '#store/session/handoff.ts';
import { activeWorker, postToWorker } from './post-to-worker.ts';

/** Time limit of the worker's answer, ms [choice]: a page that gets no keys goes on without them. */
const WORKER_TIMEOUT = 3000;

/** Key in sessionStorage of the handoff that waits for the next page of this tab. It stores an id alone, which opens nothing. */
const claimKey = (purpose: HandoffTarget) => `assent.parcel.${purpose}`;

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

/**
 * Whether {@link putHandoff} can leave this vault's keys: there is an active worker, and the browser copies keys to it. Nothing is left.
 */
export async function canPutHandoff(vault: Handoff['vault']): Promise<boolean> {
  const worker = await activeWorker();
  if (worker === undefined) return false;
  try {
    // Without a port no worker keeps anything of it.
    worker.postMessage({ type: 'PARCEL_TRIED', vault });
    return true;
  } catch {
    return false;
  }
}

/** Whether the page before left a handoff for this one, as far as this tab knows. */
export function hasHandoff(purpose: HandoffTarget): boolean {
  return tabItems.getItem(claimKey(purpose)) !== null;
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
