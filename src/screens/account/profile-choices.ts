import type { User } from '#contract/shapes/user-shapes.ts';
import { useStaffChoices } from '#src/queries/reference.ts';
import type { Named } from './profile-form.ts';

export type ProfileChoices = { readonly grades: readonly string[]; readonly specialities: readonly Named[] };

/** Grades and specialities that a person may choose: those that are offered, and their own where that has ended. */
export function useProfileChoices(user: Pick<User, 'grade' | 'speciality' | 'specialityID'>): ProfileChoices {
  return withOwn(useStaffChoices(), user);
}

/** The offered choices, with those that this person has. */
export function withOwn(
  { grades, specialities }: ProfileChoices,
  { grade, speciality, specialityID }: Pick<User, 'grade' | 'speciality' | 'specialityID'>,
): ProfileChoices {
  const isListed = specialities.some(({ _id }) => _id === specialityID);
  return {
    grades: grade === null || grades.includes(grade) ? grades : [...grades, grade],
    specialities:
      specialityID === null || speciality === null || isListed
        ? specialities
        : [...specialities, { _id: specialityID, name: speciality }],
  };
}
