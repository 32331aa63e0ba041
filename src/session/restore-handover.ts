import { HANDOVER_KEY } from '#domain/signing/handover-lock.ts';
import { localItems } from '#src/device/web-storage.ts';
import { readHandoverMark, writeHandoverMark } from '#store/db/handover-mark.ts';

// A browser brings localStorage to the disk up to a minute late. The same mark in the device's database is there at once, and opens
// nothing by itself: the one in localStorage is what every tab reads.

/** Brings the mark of a handover that has just begun to the disk, before the signer has the tablet. */
export async function keepHandover(): Promise<void> {
  const flag = localItems.getItem(HANDOVER_KEY);
  if (flag !== null) await writeHandoverMark(flag);
}

/** Puts the mark back that a killed browser has lost. Runs before any screen of the staff. */
export async function restoreHandover(): Promise<void> {
  if (localItems.getItem(HANDOVER_KEY) !== null) return;
  const flag = await readHandoverMark();
  if (flag !== null) localItems.setItem(HANDOVER_KEY, flag);
}
