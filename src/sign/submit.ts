import type { SignerCallName, SignerCall } from '#src/sign/offline/signer-calls.ts';
import { settleConfirmation } from './identity-confirmation.ts';
import { sendOrQueue, type SubmitResult } from './send-or-queue.ts';

/**
 * As {@link sendOrQueue}, after the "yes" to "Is this you?", which may still be on its way: the hospital gets both in their order.
 *
 * @throws as {@link sendOrQueue}, also when the "yes" fails again: then this is not sent either
 */
export async function submit<K extends SignerCallName>(request: SignerCall<K>): Promise<SubmitResult<K>> {
  await settleConfirmation();
  return sendOrQueue(request);
}
