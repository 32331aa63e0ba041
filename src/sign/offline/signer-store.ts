import { takeHandoff } from '#src/offline/take-handoff.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import type { SavedVisit } from '#src/sign/visit.ts';
import type { Handoff } from '#store/session/handoff.ts';
import type { SignerStore } from './signer-calls.ts';

let taking: Promise<Handoff | null> | undefined;
let opening: Promise<SignerStore | null> | undefined;

/**
 * Resolves to the clinician's vault once it is open; to null in a handover without one, and when the service worker has no keys any
 * more, as after the browser was killed. The first call loads the store.
 */
export function whenSignerStoreReady(ticket: HandoverTicket | null): Promise<SignerStore | null> {
  opening ??= open(ticket);
  return opening;
}

/** The visit of this handover as it was before a reload; null at its beginning, and without keys. */
export async function readSavedVisit(ticket: HandoverTicket | null): Promise<SavedVisit | null> {
  if (ticket === null) return null;
  const handoff = await takeOnce(ticket);
  if (handoff === null) return null;
  const { restoreVisit } = await import('./restore-visit.ts');
  return restoreVisit(handoff, ticket);
}

/** The form as the clinician's page handed it over; null when any part of it was missing on this tablet, and without keys. */
export async function handedDetails(ticket: HandoverTicket | null): Promise<TicketDetails | null> {
  return ticket === null ? null : ((await takeOnce(ticket))?.details ?? null);
}

async function open(ticket: HandoverTicket | null): Promise<SignerStore | null> {
  if (ticket === null) return null;
  const handoff = await takeOnce(ticket);
  if (handoff === null) return null;
  const { openSignerStore } = await import('./open-signer-store.ts');
  return openSignerStore(handoff, ticket);
}

function takeOnce(ticket: HandoverTicket): Promise<Handoff | null> {
  taking ??= take(ticket);
  return taking;
}

async function take({ userHash, handoverId }: HandoverTicket): Promise<Handoff | null> {
  const handoff = userHash === undefined ? null : await takeHandoff('handover');
  if (handoff === null) return null;
  const { holdVisit } = await import('./restore-visit.ts');
  return (await holdVisit(handoff, handoverId)) ? handoff : null;
}
