import type { LiveVisibility } from '#server/http/live-streams.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import type { MineOf } from '#server/data/referrals/referrals.ts';
import type { PatientVisibility } from '#server/data/patients/patients.ts';

/**
 * Users who may refer but not review see only the patients and cases of their own referrals; everybody else with the permission
 * sees their whole organisation. The organisation comes from the session, never from the body.
 */
export function isReferrerOnly({ permissions }: Pick<StaffActor, 'permissions'>): boolean {
  return permissions.includes('referrals.write') && !permissions.includes('referrals.review');
}

/** The patients that an actor may see. */
export function patientVisibility(actor: StaffActor): PatientVisibility {
  return { organisationId: actor.organisationId, referrerId: isReferrerOnly(actor) ? actor.userId : undefined };
}

/** The cases that an actor may see; `restrictToTicket` restricts a ticket to its own version. */
export function caseVisibility(actor: StaffActor | TicketActor): CaseVisibility {
  return {
    organisationId: actor.organisationId,
    clinicianId: undefined,
    referrerId: actor.kind === 'staff' && isReferrerOnly(actor) ? actor.userId : undefined,
  };
}

/** The cases whose referral an actor may see: those of ended referrals as well. */
export function referralVisibility(actor: StaffActor): CaseVisibility {
  return { ...caseVisibility(actor), withEnded: true };
}

/**
 * The changes of which an actor is notified: those of the organisation, of the own referrals, or none where no patient may be
 * read.
 */
export function liveVisibility(actor: Pick<StaffActor, 'permissions'>): LiveVisibility {
  const reads = (['patients.read', 'consents.read', 'referrals.review'] as const).some((each) =>
    actor.permissions.includes(each),
  );
  if (!reads) return 'none';
  return isReferrerOnly(actor) ? 'own' : 'all';
}

/** The referrals that count as a person's own: those they wrote, and those they review. */
export function mineOf({ userId, permissions }: StaffActor): MineOf {
  return { userId, reviews: permissions.includes('referrals.review') };
}
