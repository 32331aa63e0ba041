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

/** What a right password has opened: a session at the server, or where that could not be asked the vault alone. */
export type Opened =
  | { readonly kind: 'session'; readonly session: Answered; readonly password: string }
  | { readonly kind: 'vault'; readonly vault: Vault };

/**
 * Ends the handover and opens the staff screens where they were left, at the case of this form if it is known. Without a network they
 * get the open keys; without those they ask for the password again.
 */
export async function comeBack(opened: Opened, recordID: string | undefined): Promise<void> {
  if (opened.kind === 'session') {
    const { token, tokenExpiryDate, user } = opened.session;
    writeStoredSession({ token, tokenExpiryDate, userId: user?._id });
  } else {
    const handoverId = currentTicket()?.handoverId ?? handoverFlag()?.handoverId ?? '';
    await leaveParcel('staff', handoverId, { vault: opened.vault, clockOffset: clockOffset(), details: null });
  }
  endHandover();
  sessionStorage.removeItem(TEXT_SIZE_KEY);
  forgetRefusal();
  leaveForGood(recordID === undefined ? '/consent' : `/consent?id=${encodeURIComponent(recordID)}`);
}
