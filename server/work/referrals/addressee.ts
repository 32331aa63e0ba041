import type { Addressee } from '#contract/shapes/referral-shapes.ts';
import { Refused } from '#server/api-error.ts';
import { listNamedEntries } from '#server/data/accounts/named-entries.ts';
import { fullName, holdersOf, type FullUser } from '#server/data/accounts/users.ts';
import { todayOf } from '#server/policies/accounts.ts';
import type { Working } from './referral-case.ts';

/** The columns of a case that say whom its referral is for. */
export type Target = { referred_to: string | null; referred_speciality_id: string | null };

/** The people of the organisation who review referrals today, by name. */
export async function reviewers({ db, actor, deps }: Pick<Working, 'db' | 'actor' | 'deps'>): Promise<FullUser[]> {
  return holdersOf(db, actor.organisationId, { permissions: ['referrals.review'], today: todayOf(deps) });
}

/**
 * The addressee as a case has it. A speciality may be one in which nobody reviews yet.
 *
 * @throws Refused INVALID for a person who reviews no referrals, and for an unknown speciality
 */
export async function targetOf(working: Pick<Working, 'db' | 'actor' | 'deps'>, to: Addressee): Promise<Target> {
  if ('userId' in to) {
    const isReviewer = (await reviewers(working)).some(({ id }) => id === to.userId);
    if (!isReviewer) throw refusedTarget('userId', 'This person does not review referrals here');
    return { referred_to: to.userId, referred_speciality_id: null };
  }
  const wanted = to.speciality.toLowerCase();
  const found = (await listNamedEntries(working.db, 'specialities')).find(
    ({ id, name, ended_at: endedAt }) => endedAt === null && (id === wanted || name.toLowerCase() === wanted),
  );
  if (found === undefined) throw refusedTarget('speciality', 'There is no such speciality');
  return { referred_to: null, referred_speciality_id: found.id };
}

/** Whom to write to: the one person, or everybody of the speciality who reviews. */
export async function peopleOf(working: Pick<Working, 'db' | 'actor' | 'deps'>, target: Target): Promise<FullUser[]> {
  return (await reviewers(working)).filter((user) =>
    target.referred_to === null ? user.speciality_id === target.referred_speciality_id : user.id === target.referred_to,
  );
}

/** Everybody to whom a referral may go. */
export async function addressees(working: Pick<Working, 'db' | 'actor' | 'deps'>) {
  const people = await reviewers(working);
  const specialities = (await listNamedEntries(working.db, 'specialities')).filter(({ ended_at: endedAt }) => endedAt === null);
  return {
    people: people.map((user) => ({ _id: user.id, name: fullName(user), speciality: user.specialityName })),
    specialities: specialities.map(({ id, name }) => ({
      _id: id,
      name,
      people: people.filter(({ speciality_id: own }) => own === id).length,
    })),
  };
}

function refusedTarget(field: 'userId' | 'speciality', message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: `to.${field}`, message }] });
}
