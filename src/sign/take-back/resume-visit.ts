import { putHandoff } from '#src/offline/vault-handoff.ts';
import { clockOffset } from '#src/device/clock.ts';
import { beginHandover, currentTicket, handoverFlag } from '#src/session/handover.ts';
import { leaveFor } from '#src/sign/leave-guard.ts';
import { isVisitOpen } from '#src/sign/offline/visit-lock.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { parseSavedVisit } from '#src/sign/saved-visit.ts';
import { SIGNER_PAGE_PATH } from '#domain/signing/handover-lock.ts';
import { hasVisit, readVisit } from '#store/session/read-visit.ts';
import type { Vault } from '#store/vault/open.ts';

/** The handover under way whose visit was lost with its page: its vault, by the tablet's own flag. */
export function interruptedHandover(): { readonly userHash: string; readonly handoverId: string } | null {
  const { userHash, handoverId } = handoverFlag() ?? {};
  return userHash === undefined || handoverId === undefined ? null : { userHash, handoverId };
}

/** Whether the visit of the handover under way is stored on this tablet, and no page has it open. */
export async function canResume(): Promise<boolean> {
  const handover = interruptedHandover();
  if (handover === null) return false;
  const isOpen =
    currentTicket() === null ? await isVisitOpen(handover.handoverId) : (await whenSignerStoreReady(currentTicket())) !== null;
  return !isOpen && hasVisit(handover);
}

/**
 * Opens the signer's page where the visit was: the ticket is this tab's again, and the worker holds the keys.
 *
 * @returns false when the stored visit is unreadable, or the browser has no worker to hold keys: nothing was changed
 */
export async function resumeVisit(vault: Vault): Promise<boolean> {
  const handover = interruptedHandover();
  const saved = handover === null ? null : parseSavedVisit(await readVisit(vault, handover), handover);
  if (saved === null) return false;
  const { ticket, details } = saved;
  if (!(await putHandoff('handover', ticket.handoverId, { vault, clockOffset: clockOffset(), details }))) return false;
  beginHandover(ticket);
  leaveFor(SIGNER_PAGE_PATH);
  return true;
}
