import { endHandover } from '#src/session/handover.ts';
import { writeStoredSession, type StoredSession } from '#src/session/stored-session.ts';
import { leaveFor } from '../leave.ts';
import { TEXT_SIZE_KEY } from '../text-size.ts';

/** Ends the handover and opens the staff screens where they were left, at the case of this form if it is known. */
export function comeBack({ token, tokenExpiryDate }: StoredSession, recordID: string | undefined): void {
  writeStoredSession({ token, tokenExpiryDate });
  endHandover();
  sessionStorage.removeItem(TEXT_SIZE_KEY);
  leaveFor(recordID === undefined ? '/consent' : `/consent?id=${encodeURIComponent(recordID)}`);
}
