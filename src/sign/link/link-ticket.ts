import { setLinkTicket, type HandoverTicket } from '#src/session/handover.ts';
import { tabItems } from '#src/device/web-storage.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import * as v from 'valibot';

/** sessionStorage key of the ticket of a visit by a link; that of a handover has another. */
const LINK_TICKET_KEY = 'assent.link-ticket';

const Stored = v.object({
  /** SHA-256 of the link's token: the address of another link has another ticket */
  link: v.string(),
  ticket: v.string(),
  consentID: v.string(),
  role: v.picklist(SIGNER_ROLES),
  expiresAt: v.string(),
});
/** The right to read and answer one form as one signer, by a link. */
export type LinkTicket = v.InferOutput<typeof Stored>;

/** Makes a ticket that of this page, and stores it until the tab is closed. */
export function storeLinkTicket(ticket: LinkTicket): void {
  makeCurrent(ticket);
  try {
    tabItems.setItem(LINK_TICKET_KEY, JSON.stringify(ticket));
  } catch {
    // Refused or full storage: after a reload the questions are asked again.
  }
}

/** The stored ticket of a link, which becomes that of this page; null without one. */
export function readLinkTicket(link: string): LinkTicket | null {
  const found = v.safeParse(Stored, parsed(tabItems.getItem(LINK_TICKET_KEY)));
  const own = found.success && found.output.link === link ? found.output : null;
  makeCurrent(own);
  return own;
}

/** Forgets the ticket: it has ended. */
export function dropLinkTicket(): void {
  makeCurrent(null);
  tabItems.removeItem(LINK_TICKET_KEY);
}

function makeCurrent(ticket: LinkTicket | null): void {
  setLinkTicket(ticket === null ? null : asHandoverTicket(ticket));
}

/** The ticket as calls use it. No handover has begun: there is no vault, and calls carry no id of one. */
export function asHandoverTicket({ link: _, ...ticket }: LinkTicket): HandoverTicket {
  return { ...ticket, handoverId: '', clinicianName: '' };
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
