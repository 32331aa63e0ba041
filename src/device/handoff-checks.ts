import { claimKey } from './storage-keys.ts';
import { tabItems } from './web-storage.ts';
import type { Handoff, HandoffTarget } from '#store/session/handoff.ts';
import { activeWorker } from './post-to-worker.ts';

// Apart from the handoff itself, which the patient's first page waits for.

/** Whether a handoff can leave this vault's keys: there is an active worker, and the browser copies keys to it. Nothing is left. */
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
