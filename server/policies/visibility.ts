import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import type { CaseVisibility } from '#server/data/consents/cases.ts';
import type { PatientVisibility } from '#server/data/consents/patients.ts';

/**
 * Referrers see only whom they referred; everybody else with the permission sees their organisation. The organisation comes from
 * the session, never from the body.
 */
function isReferrerOnly({ permissions }: StaffActor): boolean {
  return permissions.includes('referrals.write') && !permissions.includes('referrals.review');
}

/** Whose patients somebody may see. */
export function patientVisibility(actor: StaffActor): PatientVisibility {
  return { organisationId: actor.organisationId, createdBy: isReferrerOnly(actor) ? actor.userId : undefined };
}

/** Whose cases somebody may see; a ticket is held to its own version elsewhere. */
export function caseVisibility(actor: StaffActor | TicketActor): CaseVisibility {
  return {
    organisationId: actor.organisationId,
    clinicianId: actor.kind === 'staff' && isReferrerOnly(actor) ? actor.userId : undefined,
  };
}
