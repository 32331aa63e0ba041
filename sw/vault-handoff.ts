import { SIGNER_PAGE_PATH } from '#domain/handover-lock.ts';
import { HANDOFF_LIFETIME, type Handoff, type HandoffMessage } from '#store/session/handoff.ts';

type PendingHandoff = { readonly message: Extract<HandoffMessage, { type: 'PARCEL_LEFT' }>; readonly discard: () => void };

// In memory only: a handoff that is not taken in time is gone, and so is one that is pending when the browser ends this worker.
let pending: PendingHandoff | null = null;

/**
 * Relays open keys from the page that closes to the page that opens: one handoff at a time, taken once, within {@link HANDOFF_LIFETIME}.
 * The signer's pages get a handoff for a handover, the staff pages one for staff.
 */
export function relayHandoff(event: ExtendableMessageEvent): void {
  const [port] = event.ports;
  if (port === undefined || !isHandoffMessage(event.data)) return;
  const message = event.data;
  if (message.type === 'PARCEL_LEFT') {
    // A browser ends an idle worker early: waitUntil keeps this one alive until the handoff is taken or expires.
    event.waitUntil(holdHandoff(message));
    port.postMessage(true);
  } else port.postMessage(takeHandoff(message, event.source));
}

function holdHandoff(message: PendingHandoff['message']): Promise<void> {
  pending?.discard();
  return new Promise((resolve) => {
    const discard = () => {
      clearTimeout(timer);
      if (pending === own) pending = null;
      resolve();
    };
    const timer = setTimeout(discard, HANDOFF_LIFETIME);
    const own: PendingHandoff = { message, discard };
    pending = own;
  });
}

function takeHandoff({ purpose, id }: HandoffMessage, source: ExtendableMessageEvent['source']): Handoff | null {
  if (pending === null || pending.message.purpose !== purpose || pending.message.id !== id) return null;
  const isSignerPage = source instanceof WindowClient && new URL(source.url).pathname === SIGNER_PAGE_PATH;
  if (isSignerPage !== (purpose === 'handover')) return null;
  const { parcel: handoff } = pending.message;
  pending.discard();
  return handoff;
}

function isHandoffMessage(data: unknown): data is HandoffMessage {
  const isTyped = typeof data === 'object' && data !== null && 'type' in data;
  return isTyped && (data.type === 'PARCEL_LEFT' || data.type === 'PARCEL_ASKED');
}
