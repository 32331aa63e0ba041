import type { Parcel, ParcelNote, Purpose } from '#store/parcel.ts';

/** How long the worker may take to answer, ms [choice]: a page that gets no keys goes on without. */
const PATIENCE = 3000;

/** Which parcel waits for the next page of this tab. An id alone: nothing in it opens anything. */
const claimKey = (purpose: Purpose) => `assent.parcel.${purpose}`;

/**
 * Leaves open keys with the service worker, in memory, for the page that this tab opens next.
 *
 * @param id - the handover's
 * @returns false where no worker stands ready: the next page then gets nothing
 */
export async function leaveParcel(purpose: Purpose, id: string, parcel: Parcel): Promise<boolean> {
  const isHeld = (await ask({ type: 'PARCEL_LEFT', purpose, id, parcel })) === true;
  if (isHeld) sessionStorage.setItem(claimKey(purpose), id);
  return isHeld;
}

/** Takes what the page before left for this one; a second time, after a reload or too late there is nothing. */
export async function takeParcel(purpose: Purpose): Promise<Parcel | null> {
  const id = sessionStorage.getItem(claimKey(purpose));
  if (id === null) return null;
  sessionStorage.removeItem(claimKey(purpose));
  // The worker gives out nothing but what leaveParcel left, and null.
  return ((await ask({ type: 'PARCEL_ASKED', purpose, id })) ?? null) as Parcel | null;
}

/** The worker's answer; undefined where there is none. It need not control this page yet. */
async function ask(note: ParcelNote): Promise<unknown> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (worker == null) return undefined;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(end, PATIENCE);
    port1.addEventListener('message', ({ data }) => end(data));
    port1.start();
    worker.postMessage(note, [port2]);
  });
}
