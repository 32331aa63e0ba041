import { isAnswerTo } from '#contract/answered-ids.ts';
import { NotSent, Unreachable } from '#contract/engine/call.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { isRetryable } from '#contract/engine/retry.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { fallbackTimeout } from '#src/device/last-ping.ts';
import { INSECURE_WORDS, isInsecure } from '#src/device/secure-page.ts';
import { canPutHandoff } from '#src/device/handoff-checks.ts';
import { putHandoff } from '#src/offline/vault-handoff.ts';
import { whenOfflineReady } from '#src/offline/session.ts';
import { currentSession, useSession } from '#src/session/session.ts';
import { clockOffset } from '#src/device/clock.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';

type HandoverRequest = {
  readonly consent: Consent;
  readonly role: SignerRole;
  /** the signer's place, where several may have the role */
  readonly signingOrder?: number;
  /** a retry with the same id continues the same handover */
  readonly handoverId: string;
  readonly organisation: TicketDetails['organisation'];
  /** offered beside English */
  readonly languages?: TicketDetails['languages'];
};

/** Ticket data that a tab is handed over with. */
export type HandoverGrant = Pick<HandoverTicket, 'ticket' | 'expiresAt' | 'userHash'>;

const NOT_ALL_HERE =
  'The server cannot be reached, and this tablet does not have all of this form. It can be handed over with the network.';
const NO_WORKER_YET =
  'This browser cannot open this form for the signer without the server. Hand the tablet over with the network, once you are signed in and this form is sent; or use another browser.';
const NO_WORKER =
  'This browser cannot open this form for the signer without the server, so nothing was handed over. Try again with the network, once you are signed in and this form is sent; or use another browser.';

/** ms between two checks whether the tablet can be handed over after all [choice] */
const BLOCK_CHECKED_EVERY = 2000;

/**
 * Reason why the tablet cannot be handed over now; null while it can, and until that is known.
 *
 * @param isServerHere - whether the server is reached and works
 */
export function useHandoverBlock(consent: Consent, isServerHere: boolean): string | null {
  const hasToken = useSession()?.token != null;
  const { data = null } = useQuery({
    queryKey: ['handover', 'block', consent.consentID, isServerHere && hasToken],
    queryFn: async () => {
      const offline = await whenOfflineReady();
      if (offline === null || (await canPutHandoff(offline.store.vault))) return null;
      const isServerEnough = isServerHere && hasToken && !(await offline.local.handovers.hasUnsent(consent));
      return isServerEnough ? null : NO_WORKER_YET;
    },
    networkMode: 'always',
    gcTime: 0,
    // The worker may become ready, and unsent work may leave, while the dialog is open.
    refetchInterval: ({ state }) => (state.data == null ? false : BLOCK_CHECKED_EVERY),
  });
  return isInsecure() ? INSECURE_WORDS : data;
}

/** Prepares the handover of the tablet. The page must be left at once afterwards: the open vault waits for the next page. */
export function useHandOver() {
  return useMutation({ mutationFn: handOver, networkMode: 'always', gcTime: 0 });
}

/**
 * Requests a ticket from the server. Offline, or while the form itself is unsent, it queues a handover without a ticket, which
 * the clinician's session sends later. With a vault, the open keys are left with the worker for the signer's page.
 *
 * @throws NotSent when neither is possible, and without https; SignInNeeded where a sign-in would do; CallFailed, Unreachable as the call
 */
async function handOver({ handoverId, ...signer }: HandoverRequest): Promise<HandoverGrant> {
  if (isInsecure()) throw new NotSent([{ path: '', message: INSECURE_WORDS }]);
  const { consent, role, signingOrder } = signer;
  const { consentID } = consent;
  const body = { consentID, role, handoverId, ...(signingOrder === undefined ? {} : { signing_order: signingOrder }) };
  const offline = await whenOfflineReady();
  if (offline === null) return requestTicket(body);
  const { handovers } = offline.local;
  const answer = (await handovers.hasUnsent(consent)) ? null : await requestUnlessRetryable(body);
  const granted = answer instanceof SignInNeeded ? null : answer;
  const details = await handovers.signerDetails(signer);
  if (granted === null && details === null)
    throw answer instanceof SignInNeeded ? answer : new NotSent([{ path: '', message: NOT_ALL_HERE }]);
  const { vault } = offline.store;
  const isLeft = await putHandoff('handover', handoverId, { vault, clockOffset: clockOffset(), details });
  if (granted === null && !isLeft) throw new NotSent([{ path: '', message: NO_WORKER }]);
  if (granted === null) await handovers.queue(body);
  const session = currentSession();
  if (isLeft && session !== null) await handovers.sealToken(session);
  const { ticket, expiresAt } = granted ?? { ticket: null, expiresAt: '' };
  return { ticket, expiresAt, ...(isLeft ? { userHash: vault.userHash } : {}) };
}

type TicketRequest = Pick<HandoverRequest, 'role' | 'handoverId'> & {
  readonly consentID: string;
  readonly signing_order?: number;
};

/** Null when no answer comes, or the server fails; SignInNeeded when the call was not made for want of a sign-in. */
async function requestUnlessRetryable(body: TicketRequest) {
  try {
    return await requestTicket(body, fallbackTimeout());
  } catch (failure) {
    if (failure instanceof SignInNeeded) return failure;
    if (isRetryable(failure)) return null;
    throw failure;
  }
}

/** @throws Unreachable also for an answer to another call: its ticket would open another patient's form */
async function requestTicket(body: TicketRequest, limitMs?: number) {
  const granted = await api('consentSendToSign', body, { limitMs });
  if (!isAnswerTo('consentSendToSign', body, granted)) throw new Unreachable('The answer belongs to another handover');
  return granted;
}
