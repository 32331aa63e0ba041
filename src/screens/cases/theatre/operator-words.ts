import type { User } from '#contract/shapes/user-shapes.ts';

type Named = Pick<User, '_id' | 'firstName' | 'lastName'>;

/** The name of who operates; of a change that the server does not have yet this tablet knows the name of its own user alone. */
export function operatorWords({ _id, name }: { readonly _id: string; readonly name: string }, user: Named | undefined): string {
  if (name !== '') return name;
  return user?._id === _id ? nameOf(user) : 'Another clinician';
}

type Choice = { readonly value: string; readonly label: string };

/**
 * Who may be chosen: the clinicians that the server names, and without its answer the user alone, who takes the case over.
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
