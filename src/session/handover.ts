import { HANDOVER_KEY } from '#domain/signing/handover-lock.ts';
import * as v from 'valibot';
import { localItems, tabItems } from '#src/device/web-storage.ts';

/** sessionStorage key of the ticket in the one tab that is handed over; survives a reload. */
export const TICKET_KEY = 'assent.ticket';

const Flag = v.object({
  handoverId: v.string(),
  since: v.string(),
  recordID: v.optional(v.string()),
  userHash: v.optional(v.string()),
});
/**
 * `since` is a time of this device's clock; `recordID` is the case to return to. `userHash` names the vault of the clinician who
 * handed it over, as the ticket does: a killed tab has lost its ticket.
 */
export type HandoverFlag = v.InferOutput<typeof Flag>;

const Ticket = v.object({
  ticket: v.nullable(v.string()),
  handoverId: v.string(),
  consentID: v.string(),
  role: v.string(),
  signing_order: v.optional(v.number()),
  clinicianName: v.string(),
  expiresAt: v.string(),
  recordID: v.optional(v.string()),
  userHash: v.optional(v.string()),
  hasTabletPin: v.optional(v.boolean()),
  ending: v.optional(v.string()),
  isKept: v.optional(v.boolean()),
  identityKey: v.optional(v.string()),
});
/**
 * The right to read and sign one version in one role and place, and the clinician who handed the tablet over. `ticket` is null when the
 * server was out of reach; this tablet then queues the signer's calls. `userHash` names the vault of the clinician who handed it
 * over, if there is one; `hasTabletPin`, that they may take it back with a PIN. `ending` is how the visit ended; `isKept`, that its last call is queued on this tablet.
 * `identityKey` is the idempotency key (UUID) of a "yes, this is me" that the server may not have.
 */
export type HandoverTicket = v.InferOutput<typeof Ticket>;

let linkTicket: HandoverTicket | null | undefined;

/** Makes this page's ticket that of a visit by a link, null before there is one: no tablet is handed over for it. */
export function setLinkTicket(ticket: HandoverTicket | null): void {
  linkTicket = ticket;
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('assent') : undefined;

/**
 * Hands the device over: from here on every tab of this browser is closed to staff work until {@link endHandover}.
 * The caller stores the staff session away and navigates to `/consent/handover`.
 *
 * @throws DOMException when the browser stores nothing: then the tablet must not be handed over
 */
export function beginHandover(given: HandoverTicket): void {
  sessionStorage.setItem(TICKET_KEY, JSON.stringify(given));
  writeFlag(given);
  channel?.postMessage('handover');
}

/** The device-wide flag, or null when no handover runs. An unreadable value counts as a handover: closed is the safe side. */
export function handoverFlag(): HandoverFlag | null {
  const stored = localItems.getItem(HANDOVER_KEY);
  if (stored === null) return null;
  const found = v.safeParse(Flag, parsed(stored));
  return found.success ? found.output : { handoverId: '', since: '' };
}

/** This tab's ticket, or null. */
export function currentTicket(): HandoverTicket | null {
  if (linkTicket !== undefined) return linkTicket;
  const found = v.safeParse(Ticket, parsed(tabItems.getItem(TICKET_KEY)));
  return found.success ? found.output : null;
}

/** Stores how the visit ended, so that a reload shows its end and not its beginning. */
export function storeEnding(ending: string, isKept: boolean): void {
  changeTicket({ ending, isKept });
}

/** Removes the stored ending: the visit goes on. */
export function clearEnding(): void {
  changeTicket({ ending: undefined, isKept: undefined });
}

/** Stores the idempotency key of a "yes, this is me" until the server has it; undefined removes it. */
export function storeIdentityKey(identityKey: string | undefined): void {
  changeTicket({ identityKey });
}

// Undefined fields are left out.
function changeTicket(change: Partial<HandoverTicket>): void {
  const ticket = currentTicket();
  if (ticket !== null && linkTicket === undefined) sessionStorage.setItem(TICKET_KEY, JSON.stringify({ ...ticket, ...change }));
}

/** Removes flag and ticket. Called only after a password was accepted, by the server or by the vault. */
export function endHandover(): void {
  tabItems.removeItem(TICKET_KEY);
  localItems.removeItem(HANDOVER_KEY);
  channel?.postMessage('handover');
}

/** Calls the listener in every tab when a handover begins or ends in another tab of this device. @returns how to stop */
export function onHandover(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is `null` after storage was cleared.
    if (key === HANDOVER_KEY || key === null) listener();
  };
  addEventListener('storage', onStorage);
  channel?.addEventListener('message', listener);
  return () => {
    removeEventListener('storage', onStorage);
    channel?.removeEventListener('message', listener);
  };
}

function writeFlag({ handoverId, recordID, userHash }: HandoverTicket): void {
  // Undefined fields are left out.
  const flag: HandoverFlag = { handoverId, since: new Date().toISOString(), recordID, userHash };
  localStorage.setItem(HANDOVER_KEY, JSON.stringify(flag));
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
