import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import type { CaseVisibility } from '#server/data/consents/cases.ts';
import type { PatientVisibility } from '#server/data/consents/patients.ts';

/**
 * Referrers see only the patients whom they referred; everybody else with the permission sees their organisation. The organisation
 * comes from the session, never from the body.
 */
function isReferrerOnly({ permissions }: StaffActor): boolean {
  return permissions.includes('referrals.write') && !permissions.includes('referrals.review');
}

/** The patients that an actor may see. */
export function patientVisibility(actor: StaffActor): PatientVisibility {
  return { organisationId: actor.organisationId, createdBy: isReferrerOnly(actor) ? actor.userId : undefined };
}

/** The cases that an actor may see; `restrictToTicket` restricts a ticket to its own version. */
export function caseVisibility(actor: StaffActor | TicketActor): CaseVisibility {
  return {
    organisationId: actor.organisationId,
    clinicianId: actor.kind === 'staff' && isReferrerOnly(actor) ? actor.userId : undefined,
  };
}
