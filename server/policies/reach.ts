import type { StaffActor, TicketActor } from '../http/actor.ts';
import type { CaseReach } from '../data/cases.ts';
import type { Reach } from '../data/patients.ts';

/**
 * Referrers see only whom they referred; everybody else with the permission sees their organisation. The organisation comes from
 * the session, never from the body.
 */
function isReferrerOnly({ permissions }: StaffActor): boolean {
  return permissions.includes('referrals.write') && !permissions.includes('referrals.review');
}

/** Whose patients somebody may see. */
export function patientReach(actor: StaffActor): Reach {
  return { organisationId: actor.organisationId, createdBy: isReferrerOnly(actor) ? actor.userId : undefined };
}

/** Whose cases somebody may see; a ticket is held to its own version elsewhere. */
export function caseReach(actor: StaffActor | TicketActor): CaseReach {
  return {
    organisationId: actor.organisationId,
    clinicianId: actor.kind === 'staff' && isReferrerOnly(actor) ? actor.userId : undefined,
  };
}
