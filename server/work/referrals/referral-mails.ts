import { fullName, userById, type FullUser } from '#server/data/accounts/users.ts';
import type { ReferralMail } from '#server/work/mail/texts.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { peopleOf, type Target } from './addressee.ts';
import type { Working } from './referral-case.ts';

/** Writes to those whom a referral is for, but for the actor. No mail names the patient, the referrer or the question. */
export async function tellAddressees(working: Working, target: Target, kind: ReferralMail['kind']): Promise<void> {
  for (const user of await peopleOf(working, target)) await tell(working, user, kind);
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
