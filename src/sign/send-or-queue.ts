import type { Call } from '#contract/engine/define.ts';
import { Unreachable } from '#contract/engine/call.ts';
import { isCopyBest } from '#contract/engine/retry.ts';
import { signing } from '#contract/signing.ts';
import { currentTicket } from '#src/session/handover.ts';
import { callWithTicket } from './api.ts';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import type { SignerCallEntries, SignerAnswer, SignerCallName, SignerCall } from '#src/sign/offline/signer-calls.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';

/** Result of a submission: sent to the server, or queued on this tablet until the clinician's session sends it. */
export type SubmitResult<K extends SignerCallName> =
  | { readonly kind: 'sent'; readonly answer: SignerAnswer<K> }
  | { readonly kind: 'queued' };

/**
 * Sends a signer's call with the ticket. When no answer comes in time, the server fails or is busy, or an earlier call of this handover is unsent, the call is
 * queued in the clinician's vault, if this handover has one. Both routes use the same idempotency key and body, so the call
 * counts once. The server's answer is applied to the vault's copy of the form.
 *
 * @throws as {@link callWithTicket}; Unreachable when it could be neither sent nor queued
 */
export async function sendOrQueue<K extends SignerCallName>(request: SignerCall<K>): Promise<SubmitResult<K>> {
  const ticket = currentTicket();
  const store = await whenSignerStoreReady(ticket);
  if (ticket === null || store === null) return { kind: 'sent', answer: await send(request, request.limitMs) };
  const { role, signing_order, handoverId } = ticket;
  const signer = { role, handoverId, ...(signing_order === undefined ? {} : { signing_order }) };
  const signerCall: SignerCall<K> = { ...request, input: { ...request.input, ...signer } };
  if (!store.hasUnsent()) {
    try {
      const answer = await send(signerCall, request.limitMs ?? FALLBACK_TIMEOUT);
      // The server has the call, so a failure to update the vault's copy is ignored.
      await store.applyAnswer(signerCall, answer).catch(() => undefined);
      return { kind: 'sent', answer };
    } catch (failure) {
      // A page that is too old to send keeps the call as one without a network does: the app sends it once it is updated.
      if (!isCopyBest(failure)) throw failure;
    }
  }
  await store.queue(signerCall);
  return { kind: 'queued' };
}

/** @throws Unreachable also for an answer about another form: it tells nothing of this one, which is sent again under its key */
async function send<K extends SignerCallName>(
  { call, input, key, entry }: SignerCall<K>,
  limitMs?: number,
): Promise<SignerAnswer<K>> {
  const options = { key, ...(limitMs === undefined ? {} : { limitMs }) };
  // A call that is not among those of every form brings its own entry, and so do answers with a signature.
  const answer = await callWithTicket<SignerCallEntries[K]>(
    entry ?? ((signing as Readonly<Record<string, Call>>)[call] as SignerCallEntries[K]),
    input,
    options,
  );
  const { consentID = input.consentID } = answer.data;
  if (consentID !== input.consentID) throw new Unreachable('The answer is about another form');
  return answer;
}
