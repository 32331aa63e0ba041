import type { User } from '#contract/shapes/user-shapes.ts';

type Named = Pick<User, '_id' | 'firstName' | 'lastName'>;

/** The name of the operator. For an unsent change this tablet knows only the name of its own user. */
export function operatorWords({ _id, name }: { readonly _id: string; readonly name: string }, user: Named | undefined): string {
  if (name !== '') return name;
  return user?._id === _id ? nameOf(user) : 'Another clinician';
}

type Choice = { readonly value: string; readonly label: string };

/**
 * The clinicians who may be chosen: those that the server lists; without its answer only the user, who takes the case over.
 *
 * @param clinicians - null while the server cannot be reached
 * @param maySign - whether the user signs as a clinician
 */
export function operatorChoices(
  clinicians: readonly Named[] | null,
  { user, maySign }: { readonly user: Named | undefined; readonly maySign: boolean },
): Choice[] {
  const people = clinicians ?? (user !== undefined && maySign ? [user] : []);
  return people.map((person) => ({ value: person._id, label: nameOf(person) }));
}

function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
