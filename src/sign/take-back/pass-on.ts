import { call, CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import { signing } from '#contract/signing.ts';
import { clockOffset } from '#src/session/clock.ts';
import { currentTicket, handoverFlag } from '#src/session/handover.ts';
import { SHORT_WAIT } from '#src/session/waits.ts';
import type { Vault } from '#store/vault/vault.ts';
import { timed } from '../ask.ts';
import type { Saying } from '../kept.ts';
import { forgetRefusal, hasMovedOn, pendingRefusal } from '../refusal.ts';
import type { Opened } from './come-back.ts';

type Refusal = Saying<'recordIdentity'>;

/**
 * Sees to it that a "this is not me" which nobody has heard yet outlives the handover: in the queue of whoever gave the tablet away,
 * where the password opens their vault, behind all that waits there already; otherwise the server is told at once.
 *
 * @returns false where it could be neither kept nor told: whoever leaves now leaves it behind
 */
export async function passOnRefusal(opened: Opened): Promise<boolean> {
  const refusal = pendingRefusal();
  if (refusal === null) return true;
  const isSafe = (await isKept(refusal, opened)) || (await isTold(refusal, opened));
  if (isSafe) forgetRefusal();
  return isSafe;
}

async function isKept(refusal: Refusal, opened: Opened): Promise<boolean> {
  try {
    const vault = opened.kind === 'vault' ? opened.vault : await vaultOf(opened);
    if (vault === null) return false;
    const { openKeeping } = await import('../keeping/keeping.ts');
    const { consentID, role = '', handoverId = '' } = refusal.input;
    const parcel = { vault, clockOffset: clockOffset(), details: null };
    const keeping = await openKeeping(parcel, { ticket: null, consentID, role, handoverId });
    await keeping.keep(refusal);
    return true;
  } catch (failure) {
    // Whatever it was, the refusal is not on the disk, and the server may be told still.
    if (!(failure instanceof Unreachable || failure instanceof NotSent)) reportError(failure);
    return false;
  }
}

/** The vault of whoever gave the tablet away; null where it is somebody else's password, or nothing opens. */
async function vaultOf({ session, password }: Opened & { readonly kind: 'session' }): Promise<Vault | null> {
  const whose = handoverFlag()?.userHash;
  if (whose === undefined) return null;
  const [{ openAgain }, { userHash }, { means, thisDevice }] = await Promise.all([
    import('#store/vault/vault.ts'),
    import('#store/vault/identity.ts'),
    import('#src/held/this-device.ts'),
  ]);
  const { user } = session;
  // A colleague's password would count as a wrong one.
  if (user !== undefined && (await userHash(thisDevice(), user._id, means)) !== whose) return null;
  const opening = await openAgain(thisDevice(), { userHash: whose, password }, means);
  return opening.kind === 'open' ? opening.vault : null;
}

/** Told by the session of whoever gave the tablet away; a colleague's may not, but leaves the ticket alive. */
async function isTold({ input, key }: Refusal, opened: Opened): Promise<boolean> {
  const session = opened.kind === 'session' ? opened.session.token : null;
  for (const token of [session, currentTicket()?.ticket ?? null]) {
    if (token === null) continue;
    try {
      await call(signing.recordIdentity, input, { fetch: timed, root: '/api', token, idempotencyKey: key, limitMs: SHORT_WAIT });
      return true;
    } catch (failure) {
      if (failure instanceof Unreachable || failure instanceof NotSent) return false;
      if (hasMovedOn(failure)) return true;
      if (!(failure instanceof CallFailed)) throw failure;
    }
  }
  return false;
}
