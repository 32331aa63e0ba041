import { currentTicket, storeIdentityKey } from '#src/session/handover.ts';
import { sendOrQueue } from './send-or-queue.ts';

type Confirmation = { readonly attempt: () => Promise<void>; running: Promise<void> };

// The "yes" that the hospital may not have yet. Nobody waits for it on screen: what is sent after it does.
let unsettled: Confirmation | null = null;

/**
 * Reports to the hospital that this is the person on the form, while the form is read already. The same "yes" keeps its idempotency key
 * over a reload.
 *
 * @param settleRefusal - sends a "no" that was given before
 * @throws as {@link sendOrQueue}; {@link settleConfirmation} then tries again
 */
export function confirmIdentity(settleRefusal: () => Promise<void>): Promise<void> {
  const ticket = currentTicket();
  if (ticket === null) return Promise.resolve();
  const { consentID, identityKey: key = crypto.randomUUID() } = ticket;
  storeIdentityKey(key);
  const attempt = async () => {
    await settleRefusal();
    await sendOrQueue({ call: 'recordIdentity', input: { consentID, confirmed: true }, key });
    if (unsettled === own) forget();
  };
  const own: Confirmation = { attempt, running: attempt() };
  unsettled = own;
  return own.running;
}

/** Resolves once the hospital or the outbox has the "yes", which is sent once more if it had failed. @throws as {@link sendOrQueue} */
export async function settleConfirmation(): Promise<void> {
  const own = unsettled;
  if (own === null) return;
  await own.running.catch(() => (own.running = own === unsettled ? own.attempt() : Promise.resolve()));
}

/** Gives up a "yes" that was taken back. Resolves once it is no longer on its way. */
export async function dropConfirmation(): Promise<void> {
  const dropped = unsettled;
  forget();
  await dropped?.running.catch(() => undefined);
}

function forget(): void {
  unsettled = null;
  storeIdentityKey(undefined);
}
