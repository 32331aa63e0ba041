import { SIGNER_PAGE_PATH } from '#domain/signing/handover-lock.ts';
import { HANDOFF_LEASE, HANDOFF_LIFETIME, type Handoff, type HandoffMessage } from '#store/session/handoff.ts';
import { messageType } from './message-type.ts';

type HeldHandoff = {
  readonly message: Extract<HandoffMessage, { type: 'PARCEL_LEFT' }>;
  /** Starts its time anew. @param ms - how long it is held from now on */
  readonly renew: (ms: number) => void;
  readonly discard: () => void;
};

// In memory only: a handoff that is not taken or renewed in time is gone, and so is one of a worker that the browser ends.
let held: HeldHandoff | null = null;

/**
 * Relays open keys from the page that closes to the page that opens, one handoff at a time. One for the staff pages is taken once,
 * within {@link HANDOFF_LIFETIME}. The one of a handover is for the signer's page, which takes it again after a reload: it is held
 * until the handover ends, as long as that page renews it within {@link HANDOFF_LEASE}.
 */
export function relayHandoff(event: ExtendableMessageEvent): void {
  const [port] = event.ports;
  if (port === undefined || !isHandoffMessage(event.data)) return;
  const message = event.data;
  if (message.type === 'PARCEL_LEFT') {
    // A browser ends an idle worker early: waitUntil keeps this one alive until the handoff is taken or expires.
    event.waitUntil(holdHandoff(message));
    port.postMessage(true);
  } else if (message.type === 'PARCEL_ASKED') port.postMessage(takeHandoff(message, event.source));
  else if (message.type === 'PARCEL_RENEWED') {
    // A browser bounds the time of one event: each renewal begins it anew.
    event.waitUntil(new Promise((resolve) => setTimeout(resolve, HANDOFF_LIFETIME)));
    port.postMessage(renewHandoff(message));
  } else {
    heldFor(message)?.discard();
    port.postMessage(true);
  }
}

function holdHandoff(message: HeldHandoff['message']): Promise<void> {
  held?.discard();
  return new Promise((resolve) => {
    const discard = () => {
      clearTimeout(timer);
      if (held === own) held = null;
      resolve();
    };
    let timer = setTimeout(discard, HANDOFF_LIFETIME);
    const renew = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(discard, ms);
    };
    const own: HeldHandoff = { message, renew, discard };
    held = own;
  });
}

function takeHandoff(message: HandoffMessage, source: ExtendableMessageEvent['source']): Handoff | null {
  const found = heldFor(message);
  const isSignerPage = source instanceof WindowClient && new URL(source.url).pathname === SIGNER_PAGE_PATH;
  if (found === null || isSignerPage !== (message.purpose === 'handover')) return null;
  if (message.purpose === 'handover') found.renew(HANDOFF_LEASE);
  else found.discard();
  return found.message.parcel;
}

function renewHandoff(message: HandoffMessage): boolean {
  const found = heldFor(message);
  found?.renew(HANDOFF_LEASE);
  return found !== null;
}

function heldFor({ purpose, id }: HandoffMessage): HeldHandoff | null {
  return held !== null && held.message.purpose === purpose && held.message.id === id ? held : null;
}

const TYPES: readonly (string | null)[] = ['PARCEL_LEFT', 'PARCEL_ASKED', 'PARCEL_RENEWED', 'PARCEL_DISCARDED'];

function isHandoffMessage(data: unknown): data is HandoffMessage {
  return TYPES.includes(messageType(data));
}
