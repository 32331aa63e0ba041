import type { User } from '#contract/user-shapes.ts';
import { currentTicket, endHandover, handoverFlag } from '#src/session/handover.ts';
import { writeStoredSession, type StoredSession } from '#src/session/stored-session.ts';
import type { Vault } from '#store/vault/vault.ts';
import { leaveParcel } from '#src/held/courier.ts';
import { clockOffset } from '#src/session/clock.ts';
import { leaveForGood } from '../leave.ts';
import { forgetRefusal } from '../refusal.ts';
import { TEXT_SIZE_KEY } from '../text-size.ts';

/** What the server answers to a password: a sign-in tells whose it is as well. */
type Answered = Pick<StoredSession, 'token' | 'tokenExpiryDate'> & { readonly user?: Pick<User, '_id'> };

/** Ends the handover and opens the staff screens where they were left, at the case of this form if it is known. */
export function comeBack({ token, tokenExpiryDate, user }: Answered, recordID: string | undefined): void {
  writeStoredSession({ token, tokenExpiryDate, userId: user?._id });
  leaveHandover(recordID);
}

/** As {@link comeBack}, without a network: the staff screens get the open keys; without them they ask for the password again. */
export async function comeBackHere(vault: Vault, recordID: string | undefined): Promise<void> {
  const handoverId = currentTicket()?.handoverId ?? handoverFlag()?.handoverId ?? '';
  await leaveParcel('staff', handoverId, { vault, clockOffset: clockOffset(), details: null });
  leaveHandover(recordID);
}

function leaveHandover(recordID: string | undefined): void {
  endHandover();
  sessionStorage.removeItem(TEXT_SIZE_KEY);
  forgetRefusal();
  leaveForGood(recordID === undefined ? '/consent' : `/consent?id=${encodeURIComponent(recordID)}`);
}
