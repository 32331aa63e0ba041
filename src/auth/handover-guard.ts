import { SIGNER_PAGE_PATH } from '#domain/signing/handover-lock.ts';
import { handoverFlag, onHandover } from '#src/session/handover.ts';
import { endSession } from '#src/session/session.ts';

// Only one navigation at a time: a second one would abort the first, and Chromium's renderer did not always survive that.
let isLeaving = false;

/**
 * Closes this tab to staff work while the tablet is handed over: drops the session, blanks the screen, and sends the
 * browser to the signer's page.
 *
 * @returns true when the tablet is handed over; then nothing more may be rendered
 */
export function leaveIfHandedOver(): boolean {
  if (handoverFlag() === null) return false;
  if (isLeaving) return true;
  isLeaving = true;
  endSession();
  // Hidden, not removed: React still takes the patients' data off the page, and must find its elements for that.
  document.documentElement.style.setProperty('display', 'none', 'important');
  document.title = 'Assent';
  // On the signer's page itself no navigation: a server without that page would redirect in a loop.
  if (location.pathname !== SIGNER_PAGE_PATH) location.replace(SIGNER_PAGE_PATH);
  return true;
}

/** Closes this tab at every handover that begins in any tab, also when this page comes back from the history. */
export function guardAgainstHandover(): void {
  onHandover(() => void leaveIfHandedOver());
  addEventListener('pageshow', ({ persisted }) => {
    const hadLeft = persisted && isLeaving;
    if (persisted) isLeaving = false;
    // A blanked page that comes back after the handover is reloaded.
    if (!leaveIfHandedOver() && hadLeft) location.reload();
  });
}
