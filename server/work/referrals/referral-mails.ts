import { fullName, userById, type FullUser } from '#server/data/accounts/users.ts';
import { teamById } from '#server/data/notifications/teams.ts';
import type { ReferralMail } from '#server/work/mail/texts.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { peopleOf, type Target } from './addressee.ts';
import type { Working } from './referral-case.ts';

/**
 * Writes to those whom a referral is for, but for the actor: of one for a speciality to the mailbox of its team too, as nobody may review there
 * yet. No mail names the patient, the referrer or the question.
 */
export async function tellAddressees(working: Working, target: Target, kind: ReferralMail['kind']): Promise<void> {
  for (const user of await peopleOf(working, target)) await tell(working, user, kind);
  await tellTeam(working, target, kind);
}

/** Writes to the mailbox of the speciality that a referral is for; nothing where it is for a person, or there is none. */
export async function tellTeam(working: Working, target: Target, kind: ReferralMail['kind']): Promise<void> {
  if (target.referred_to !== null || target.referred_speciality_id === null) return;
  const { db, actor, deps } = working;
  const { organisationId } = actor;
  const team = await teamById(db, organisationId, target.referred_speciality_id);
  if (team !== undefined)
    await queueMail(db, deps, { organisationId, userId: null, address: team.email, name: team.name }, { kind, isToTeam: true });
}

/** Writes to one person, unless it is the actor. */
export async function tellPerson(working: Working, userId: string, kind: ReferralMail['kind']): Promise<void> {
  if (userId === working.actor.userId) return;
  const user = await userById(working.db, working.actor.organisationId, userId);
  if (user?.status === 'ACTIVE') await tell(working, user, kind);
}

async function tell({ db, actor, deps }: Working, user: FullUser, kind: ReferralMail['kind']): Promise<void> {
  if (user.id === actor.userId) return;
  const to = { organisationId: actor.organisationId, userId: user.id, address: user.email, name: fullName(user) };
  await queueMail(db, deps, to, { kind });
}
