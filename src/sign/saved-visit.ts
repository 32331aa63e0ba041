import type { HandoverTicket } from '#src/session/handover.ts';
import type { SavedVisit, Visit } from './visit.ts';

/** Version of {@link SavedVisit}. A build reads its own version only: a reload under a newer build begins the form anew. */
const VISIT_FORMAT: SavedVisit['format'] = 1;

/**
 * The stored state of a visit: null once the visit is over, so that nobody finds an answered form; undefined while no page of the
 * form is shown, which leaves the stored state as it is.
 */
export function savedVisitOf(
  { stage, details, isConfirmed, input, signature }: Visit,
  ticket: HandoverTicket,
): SavedVisit | null | undefined {
  if (stage.kind === 'over') return null;
  if (stage.kind !== 'form' || details === null) return undefined;
  const { at, aside, returnTo } = stage;
  return { format: VISIT_FORMAT, ticket, details, stage: { at, aside, returnTo }, isConfirmed, input, signature };
}

/** A stored visit of this handover; null for one of another build or form. */
export function parseSavedVisit(
  stored: unknown,
  { handoverId, consentID, role, signing_order: order }: Pick<HandoverTicket, 'handoverId'> & Partial<HandoverTicket>,
): SavedVisit | null {
  if (typeof stored !== 'object' || stored === null || !('format' in stored) || stored.format !== VISIT_FORMAT) return null;
  // Sealed by `savedVisitOf` of a build with this format: the seal vouches for the rest.
  const saved = stored as SavedVisit;
  const { ticket } = saved;
  if (ticket.handoverId !== handoverId || saved.details.consent.consentID !== ticket.consentID) return null;
  if ((consentID ?? ticket.consentID) !== ticket.consentID || (role ?? ticket.role) !== ticket.role) return null;
  if ((order ?? ticket.signing_order) !== ticket.signing_order) return null;
  return saved;
}
