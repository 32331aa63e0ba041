import { call, CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { signing } from '#contract/signing.ts';
import { clockOffset } from '#src/device/clock.ts';
import { currentTicket, handoverFlag } from '#src/session/handover.ts';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import type { Vault } from '#store/vault/open.ts';
import { clockedFetch } from '#src/sign/api.ts';
import type { SignerCall } from '#src/sign/offline/signer-calls.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { forgetRefusal, hasMovedOn, pendingRefusal } from '#src/sign/identity-refusal.ts';
import type { TakenBack } from './return-to-staff.ts';

type Refusal = SignerCall<'recordIdentity'>;

/**
 * Saves an unacknowledged "this is not me" beyond the handover: in the outbox of the clinician who handed the tablet over, when
 * the password opens their vault, behind the ops already queued; otherwise by a call to the server at once.
 *
 * @returns false when it could be neither queued nor sent: leaving now loses it
 */
export async function forwardRefusal(opened: TakenBack): Promise<boolean> {
  const refusal = pendingRefusal();
  if (refusal === null) return true;
  const isSafe = (await isQueued(refusal, opened)) || (await isSent(refusal, opened));
  if (isSafe) forgetRefusal();
  return isSafe;
}

async function isQueued(refusal: Refusal, opened: TakenBack): Promise<boolean> {
  try {
    const vault = opened.kind === 'vault' ? opened.vault : await vaultOf(opened);
    if (vault === null) return false;
    const { openSignerStore } = await import('#src/sign/offline/open-signer-store.ts');
    const { consentID, role = '', signing_order, handoverId = '' } = refusal.input;
    const handoff = { vault, clockOffset: clockOffset(), details: null };
    const store = await openSignerStore(handoff, { ticket: null, consentID, role, signing_order, handoverId });
    await store.queue(refusal);
    return true;
  } catch (failure) {
    // After any failure the refusal is not stored in the vault, and the server may still be called.
    if (!(failure instanceof Unreachable || failure instanceof NotSent)) reportError(failure);
    return false;
  }
}

/**
 * The vault of the clinician who handed the tablet over: open in this page still after their PIN; null for another person's
 * password, or when it does not open.
 */
async function vaultOf({ session, password }: TakenBack & { readonly kind: 'session' }): Promise<Vault | null> {
  const whose = handoverFlag()?.userHash;
  if (whose === undefined) return null;
  if (password === null) return (await whenSignerStoreReady(currentTicket()))?.vault ?? null;
  const [{ reopenVault }, { userHash }, { env, deviceDatabase, vaultEnv }] = await Promise.all([
    import('#store/vault/open.ts'),
    import('#store/vault/identity.ts'),
    import('#src/device/env.ts'),
  ]);
  const { user } = session;
  // A colleague's password is not tried: it would count as a wrong one.
  if (user !== undefined && (await userHash(deviceDatabase(), user._id, env)) !== whose) return null;
  const opening = await reopenVault(deviceDatabase(), { userHash: whose, password }, vaultEnv());
  return opening.kind === 'open' ? opening.vault : null;
}

/**
 * Sends with the session of the clinician who handed the tablet over; a colleague's is refused, and then the ticket is still
 * valid.
 */
async function isSent({ input, key }: Refusal, opened: TakenBack): Promise<boolean> {
  const session = opened.kind === 'session' ? opened.session.token : null;
  for (const token of [session, currentTicket()?.ticket ?? null]) {
    if (token === null) continue;
    try {
      await call(signing.recordIdentity, input, {
        fetch: clockedFetch,
        root: '/api',
        token,
        idempotencyKey: key,
        limitMs: FALLBACK_TIMEOUT,
      });
      return true;
    } catch (failure) {
      if (failure instanceof Unreachable || failure instanceof NotSent) return false;
      if (hasMovedOn(failure)) return true;
      if (!(failure instanceof CallFailed)) throw failure;
    }
  }
  return false;
}
