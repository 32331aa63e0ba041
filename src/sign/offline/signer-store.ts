import { takeHandoff } from '#src/offline/vault-handoff.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import type { SignerStore } from './signer-calls.ts';

let opening: Promise<SignerStore | null> | undefined;

/**
 * Resolves to the clinician's vault once it is open; to null in a handover without one, and after a reload, because the keys are
 * handed over once. The first call takes them and loads the store.
 */
export function whenSignerStoreReady(ticket: HandoverTicket | null): Promise<SignerStore | null> {
  opening ??= open(ticket);
  return opening;
}

async function open(ticket: HandoverTicket | null): Promise<SignerStore | null> {
  if (ticket?.userHash === undefined) return null;
  const handoff = await takeHandoff('handover');
  if (handoff === null) return null;
  const { openSignerStore } = await import('./open-signer-store.ts');
  return openSignerStore(handoff, ticket);
}
