import { expect, test } from 'vitest';
import { needDetails } from '#src/screens/home/need-words.ts';
import { firstRowsWords, isNothingForTeam, noTeamNeeds } from '#src/screens/home/team-words.ts';

test.for([
  ['nothing waits', { hasTeam: true, isCut: false }, 'Nothing needs your team'],
  ['more cases than were looked at', { hasTeam: true, isCut: true }, 'Nothing known to need your team'],
  ['no speciality', { hasTeam: false, isCut: false }, 'You have no speciality, so there is no list of your team'],
] as const)('an empty list of a team, where %s', ([_, found, title]) => {
  expect(noTeamNeeds(found).title).toBe(title);
  expect(isNothingForTeam(found)).toBe(title === 'Nothing needs your team');
});

test('a list that ends early says so, and how many it shows', () => {
  expect(firstRowsWords(100)).toBe('The first 100 are shown, the worst first. More may wait.');
});

test('a line says how much else waits of its case', () => {
  const line = { need: 'LINK_LOCKED' as const, procedures: [], listedOn: null, reason: null };
  const words = [0, 1, 3].map((more) => needDetails({ ...line, more }));
  expect(words).toEqual([
    'No procedure chosen yet.',
    'No procedure chosen yet. And 1 more.',
    'No procedure chosen yet. And 3 more.',
  ]);
});
