import * as v from 'valibot';

/** Device-wide mark that the tablet is with somebody who signs. Ids only: nothing in it says who. */
export const HANDOVER_KEY = 'assent.handover';
/** Where the one tab that is handed over keeps its ticket through a reload. */
export const TICKET_KEY = 'assent.ticket';

const Flag = v.object({
  handoverId: v.string(),
  since: v.string(),
  recordID: v.optional(v.string()),
  userHash: v.optional(v.string()),
});
/**
 * `since` is an instant of the device; `recordID` is the case to return to. `userHash` names the vault of the clinician who handed it
 * over, as the ticket does: a tab that was killed has lost its ticket.
 */
export type HandoverFlag = v.InferOutput<typeof Flag>;

const Ticket = v.object({
  ticket: v.nullable(v.string()),
  handoverId: v.string(),
  consentID: v.string(),
  role: v.string(),
  clinicianName: v.string(),
  expiresAt: v.string(),
  recordID: v.optional(v.string()),
  userHash: v.optional(v.string()),
  ending: v.optional(v.string()),
  isKept: v.optional(v.boolean()),
});
/**
 * The right to read and sign one version in one role, and who handed the tablet over. `ticket` is null where the server could not
 * be asked for one, and this tablet keeps what is said. `userHash` names the vault of the clinician who handed it over, if there
 * is one. `ending` is how the visit ended; `isKept`, that its end waits on this tablet to be sent.
 */
export type HandoverTicket = v.InferOutput<typeof Ticket>;

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('assent') : undefined;

/**
 * Gives the device over: from here on every tab of this browser is closed to staff work until {@link endHandover}.
 * The caller puts the staff session away and leaves for `/consent/handover`.
 *
 * @throws DOMException when the browser keeps nothing: then the tablet must not be given away
 */
export function beginHandover(given: HandoverTicket): void {
  sessionStorage.setItem(TICKET_KEY, JSON.stringify(given));
  writeFlag(given);
  channel?.postMessage('handover');
}

/** The device-wide mark, or null when no handover runs. What cannot be read counts as one: closed is the safe side. */
export function handoverFlag(): HandoverFlag | null {
  const stored = localStorage.getItem(HANDOVER_KEY);
  if (stored === null) return null;
  const found = v.safeParse(Flag, parsed(stored));
  return found.success ? found.output : { handoverId: '', since: '' };
}

/** This tab's ticket, or null. */
export function currentTicket(): HandoverTicket | null {
  const found = v.safeParse(Ticket, parsed(sessionStorage.getItem(TICKET_KEY)));
  return found.success ? found.output : null;
}

/** Remembers how the visit ended, so that a reload shows its end and not its beginning. */
export function keepEnding(ending: string, isKept: boolean): void {
  const ticket = currentTicket();
  if (ticket !== null) sessionStorage.setItem(TICKET_KEY, JSON.stringify({ ...ticket, ending, isKept }));
}

/** Takes mark and ticket away. Only for after a password was accepted, by the server or by the vault. */
export function endHandover(): void {
  sessionStorage.removeItem(TICKET_KEY);
  localStorage.removeItem(HANDOVER_KEY);
  channel?.postMessage('handover');
}

/** Hears, in every tab, that a handover began or ended elsewhere on this device. @returns how to stop */
export function onHandover(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // `null` is a cleared storage.
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
  // What is undefined is left out.
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
