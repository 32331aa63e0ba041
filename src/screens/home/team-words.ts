import type { TeamNeeds } from '#src/queries/needs.ts';

/** Shown in the place of the team's needs without a network. */
export const TEAM_NEEDS_NETWORK = 'What needs your team is shown with the network alone: this tablet has your own cases.';

type Found = Pick<TeamNeeds, 'isCut' | 'hasTeam'>;

/** Whether an empty list says that nothing waits: somebody in no speciality has no list, and one that was cut knows no more. */
export function isNothingForTeam({ isCut, hasTeam }: Found): boolean {
  return hasTeam && !isCut;
}

/** The words in the place of a list without rows: unknown is never said as nothing. */
export function noTeamNeeds(found: Found): { readonly title: string; readonly text: string } {
  if (!found.hasTeam)
    return {
      title: 'You have no speciality, so there is no list of your team',
      text: 'Choose your speciality under Your profile: then the cases of whoever works in it are shown here.',
    };
  if (!isNothingForTeam(found))
    return {
      title: 'Nothing known to need your team',
      text: 'Your team has more cases than are looked at for this list. Search for a case, or look at the list for surgery.',
    };
  return { title: 'Nothing needs your team', text: 'No case of whoever works in your speciality waits for anybody.' };
}

/** Said below a list that ends before all that may wait. @param shown - rows above */
export function firstRowsWords(shown: number): string {
  return `The first ${shown} are shown, the worst first. More may wait.`;
}
