import type { HandoverTicket } from '#src/session/handover.ts';
import { keepHandoff } from '#src/offline/vault-handoff.ts';
import { holdVisitLock } from './visit-lock.ts';
import { parseSavedVisit } from '#src/sign/saved-visit.ts';
import type { SavedVisit } from '#src/sign/visit.ts';
import { digestShownContent } from '#src/sign/content-digest.ts';
import { readVisit } from '#store/session/read-visit.ts';
import type { Handoff } from '#store/session/handoff.ts';

/** Reads the visit of this handover; null for one that shows other content than it was signed for. */
export async function restoreVisit({ vault }: Pick<Handoff, 'vault'>, ticket: HandoverTicket): Promise<SavedVisit | null> {
  const { handoverId } = ticket;
  const saved = parseSavedVisit(await readVisit(vault, { userHash: vault.userHash, handoverId }), ticket);
  if (saved === null) return null;
  // A record that only a later build can read is read from the server, which says so.
  const digest = await digestShownContent(saved.details).catch(() => null);
  return digest === saved.details.contentDigest ? saved : null;
}

/**
 * Keeps the visit within reach of this tab's next page for as long as this one runs: its keys, and the mark that it is open here.
 *
 * @returns false while another tab has it open
 */
export async function holdVisit(handoff: Handoff, handoverId: string): Promise<boolean> {
  if (!(await holdVisitLock(handoverId))) return false;
  keepHandoff(handoff);
  return true;
}
