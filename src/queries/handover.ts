import { NotSent, Unreachable } from '#contract/call.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { SignerRole } from '#domain/states.ts';
import { leaveParcel } from '#src/held/courier.ts';
import { whenHeld } from '#src/held/held.ts';
import { clockOffset } from '#src/session/clock.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import { useMutation } from '@tanstack/react-query';
import { SHORT_WAIT } from '#src/session/waits.ts';
import { api } from './api.ts';

type Giving = {
  readonly consent: Consent;
  readonly role: SignerRole;
  /** the same one, given again after a failure, goes on with the same handover */
  readonly handoverId: string;
  readonly organisation: TicketDetails['organisation'];
};

/** What a tab is handed over with. */
export type Given = Pick<HandoverTicket, 'ticket' | 'expiresAt' | 'userHash'>;

const NOT_ALL_HERE =
  'The server cannot be reached, and this tablet does not have all of this form. It can be handed over with the network.';
const NO_WORKER =
  'The server cannot be reached, and this browser cannot hand the tablet over without it. Reload the app, then try again.';

/** Gets ready to give the tablet away. The page must be left at once afterwards: the open vault waits for the next one. */
export function useHandOver() {
  return useMutation({ mutationFn: handOver, networkMode: 'always', gcTime: 0 });
}

/**
 * A ticket from the server; without a network, or while the form itself waits to be sent, a handover that this tablet keeps and the
 * clinician's session brings later. With a vault, its keys wait with the worker for the signer's page.
 *
 * @throws NotSent where neither can be; CallFailed, Unreachable as the call
 */
async function handOver({ consent, role, handoverId, organisation }: Giving): Promise<Given> {
  const { consentID } = consent;
  const body = { consentID, role, handoverId };
  const held = await whenHeld();
  if (held === null) return api('consentSendToSign', body);
  const { isWaiting, keepHandover, shownHere } = await import('./hand-over-here.ts');
  const told = (await isWaiting(held, consent)) ? null : await ticketFor(body);
  const details = await shownHere(held, { consent, role, organisation });
  if (told === null && details === null) throw new NotSent([{ path: '', message: NOT_ALL_HERE }]);
  const { vault } = held.store;
  const isLeft = await leaveParcel('handover', handoverId, { vault, clockOffset: clockOffset(), details });
  if (told === null && !isLeft) throw new NotSent([{ path: '', message: NO_WORKER }]);
  if (told === null) await keepHandover(held, body);
  const { ticket, expiresAt } = told ?? { ticket: null, expiresAt: '' };
  return { ticket, expiresAt, ...(isLeft ? { userHash: vault.userHash } : {}) };
}

/** Null where no answer comes. */
async function ticketFor(body: { consentID: string; role: SignerRole; handoverId: string }) {
  try {
    return await api('consentSendToSign', body, { limitMs: SHORT_WAIT });
  } catch (failure) {
    if (failure instanceof Unreachable) return null;
    throw failure;
  }
}
