import { HANDOVER_PLACE } from '#store/parcel.ts';
import { handoverFlag, onHandover } from './handover.ts';
import { endSession } from './session.ts';

// One leaving at a time: a second one would abort the first, and Chromium's renderer did not always survive that.
let isLeaving = false;

/**
 * Closes this tab to staff work while the tablet is handed over: the session is forgotten, the screen blanked, and the
 * browser sent to the patient's page.
 *
 * @returns whether it is handed over; then nothing more may be rendered
 */
export function leaveIfHandedOver(): boolean {
  if (handoverFlag() === null) return false;
  if (isLeaving) return true;
  isLeaving = true;
  endSession();
  // Hidden and not torn out: React still takes the patients' data off the page, and must find its elements for that.
  document.documentElement.style.setProperty('display', 'none', 'important');
  document.title = 'Assent';
  // Already there, a server without the patient's page would send this one round and round.
  if (location.pathname !== HANDOVER_PLACE) location.replace(HANDOVER_PLACE);
  return true;
}

/** From now on, every sign of a handover in any tab closes this one, also a page that comes back from the history. */
export function guardAgainstHandover(): void {
  onHandover(() => void leaveIfHandedOver());
  addEventListener('pageshow', ({ persisted }) => {
    const hadLeft = persisted && isLeaving;
    if (persisted) isLeaving = false;
    // A page that was blanked and comes back after the handover starts anew.
    if (!leaveIfHandedOver() && hadLeft) location.reload();
  });
}
