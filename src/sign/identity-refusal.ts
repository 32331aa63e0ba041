import { CallFailed } from '#contract/engine/call.ts';
import { retryUntilAnswered } from '#contract/engine/retry.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { currentTicket } from '#src/session/handover.ts';
import { localItems } from '#src/device/web-storage.ts';
import type { SignerCall } from '#src/sign/offline/signer-calls.ts';
import { dropConfirmation } from './identity-confirmation.ts';
import { sendOrQueue } from './send-or-queue.ts';

// localStorage entry of a "this is not me" that the server has not acknowledged: idempotency key, form, role, handover and place. It
// outlives this tab: the sign-in that ends the handover forwards it.
const REFUSAL_KEY = 'assent.refusal';

/**
 * Reports to the hospital that somebody else's form was shown, with retries until it is acknowledged. The page need not wait.
 */
export function refuseIdentity(): void {
  const ticket = currentTicket();
  if (ticket === null) return;
  localStorage.setItem(
    REFUSAL_KEY,
    [crypto.randomUUID(), ticket.consentID, ticket.role, ticket.handoverId, ticket.signing_order].join(),
  );
  void dropConfirmation().then(resumeRefusal);
}

/**
 * The unacknowledged call of {@link refuseIdentity}, with the same idempotency key on every route, so that it counts once. Null
 * when none is left.
 */
export function pendingRefusal(): SignerCall<'recordIdentity'> | null {
  const ids = localItems.getItem(REFUSAL_KEY)?.split(',');
  // A build before stored no place.
  if (ids === undefined || ids.length < 4 || !/^\d*$/.test(ids[4] ?? '')) return null;
  // Only refuseIdentity writes the entry, and a call that does not fit its schema is not sent.
  const [key, consentID, role, handoverId, order = ''] = ids as [string, string, SignerRole, string, string?];
  return {
    call: 'recordIdentity',
    input: {
      consentID,
      confirmed: false,
      role,
      // A visit by a link is no handover.
      ...(handoverId === '' ? {} : { handoverId }),
      ...(order === '' ? {} : { signing_order: Number(order) }),
    },
    key,
  };
}

/**
 * Resumes the retries of {@link refuseIdentity} after a reload, if a refusal is unacknowledged. A refusal that the server
 * rejects, as for an expired ticket, stays stored: the staff sign-in that ends the handover may still forward it. A form that has
 * moved on needs none.
 */
export function resumeRefusal(): void {
  const signerCall = pendingRefusal();
  if (signerCall === null) return;
  const tell = async () => {
    // A sign-in in another tab has forwarded or abandoned it.
    if (pendingRefusal()?.key !== signerCall.key) return;
    await sendOrQueue(signerCall).catch((failure: unknown) => {
      if (!hasMovedOn(failure)) throw failure;
    });
    forgetRefusal();
  };
  void retryUntilAnswered(tell, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
}

/**
 * Sends an unacknowledged refusal before the "yes" that follows it, with its own idempotency key: the hospital gets both, in the
 * order in which they were given.
 *
 * @throws as {@link sendOrQueue}: then the "yes" must not be sent either
 */
export async function settleRefusal(): Promise<void> {
  const signerCall = pendingRefusal();
  if (signerCall === null || signerCall.input.handoverId !== currentTicket()?.handoverId) return;
  await sendOrQueue(signerCall);
  forgetRefusal();
}

/** True when a call was refused because the form no longer awaits a signature. */
export function hasMovedOn(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 'MOVE_REFUSED';
}

/** Deletes the stored refusal. */
export function forgetRefusal(): void {
  localItems.removeItem(REFUSAL_KEY);
}
