import { endHandover } from '#src/session/handover.ts';
import { writeStoredSession, type StoredSession } from '#src/session/stored-session.ts';
import { leaveForGood } from '../leave.ts';
import { forgetRefusal } from '../refusal.ts';
import { TEXT_SIZE_KEY } from '../text-size.ts';

/** Ends the handover and opens the staff screens where they were left, at the case of this form if it is known. */
export function comeBack({ token, tokenExpiryDate }: StoredSession, recordID: string | undefined): void {
  writeStoredSession({ token, tokenExpiryDate });
  endHandover();
  sessionStorage.removeItem(TEXT_SIZE_KEY);
  forgetRefusal();
  leaveForGood(recordID === undefined ? '/consent' : `/consent?id=${encodeURIComponent(recordID)}`);
}
