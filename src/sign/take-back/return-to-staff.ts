import { tabItems } from '#src/device/web-storage.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { currentTicket, endHandover, handoverFlag } from '#src/session/handover.ts';
import { writeStoredSession, type StoredSession } from '#src/session/stored-session.ts';
import { removeHandoverMark } from '#store/db/handover-mark.ts';
import type { Vault } from '#store/vault/open.ts';
import { discardHandoff, putHandoff } from '#src/offline/vault-handoff.ts';
import { clockOffset } from '#src/device/clock.ts';
import { leaveForGood } from '#src/sign/leave-guard.ts';
import { forgetRefusal } from '#src/sign/identity-refusal.ts';
import { LANGUAGE_KEY } from '#src/sign/language/stored-language.ts';
import { TEXT_SIZE_KEY } from '#src/sign/text-size.ts';

/** The server's answer to a password; that of a sign-in names the user as well. */
type UnlockAnswer = Pick<StoredSession, 'token' | 'tokenExpiryDate'> & { readonly user?: Pick<User, '_id'> };

/** Result of an accepted password or PIN: a session at the server, or offline the vault alone. `password` is null after a PIN. */
export type TakenBack =
  | { readonly kind: 'session'; readonly session: UnlockAnswer; readonly password: string | null }
  | { readonly kind: 'vault'; readonly vault: Vault };

/**
 * Ends the handover and opens the staff screens where they were left, at the case of this form if it is known. Offline the open
 * keys are handed off to them; without keys they ask for the password again.
 */
export async function returnToStaff(opened: TakenBack, recordID: string | undefined): Promise<void> {
  // Before the next handoff, which the worker holds in its place.
  await discardHandoff();
  if (opened.kind === 'session') {
    const { token, tokenExpiryDate, user } = opened.session;
    writeStoredSession({ token, tokenExpiryDate, userId: user?._id });
  } else {
    const handoverId = currentTicket()?.handoverId ?? handoverFlag()?.handoverId ?? '';
    await putHandoff('staff', handoverId, { vault: opened.vault, clockOffset: clockOffset(), details: null });
  }
  // First: a browser that dies between the two starts with the signer's page, which staff take back again.
  await removeHandoverMark();
  endHandover();
  tabItems.removeItem(TEXT_SIZE_KEY);
  tabItems.removeItem(LANGUAGE_KEY);
  forgetRefusal();
  leaveForGood(recordID === undefined ? '/consent' : `/consent?id=${encodeURIComponent(recordID)}`);
}
