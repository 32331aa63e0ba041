import { describe, expect, test } from 'vitest';
import { changedParts, fieldsOf, newDraft, rebase } from '#src/screens/builder/draft/draft.ts';
import { chosen, draft } from './build.ts';

describe('what is saved of a draft', () => {
  test('a draft that does not exist yet is saved whole', () => {
    const all = fieldsOf(draft(), changedParts(null, draft()));
    expect(Object.keys(all).toSorted()).toEqual([
      'additionalChoices',
      'basis',
      'capacity',
      'child',
      'clinicianStatement',
      'disagreement',
      'formType',
      'interpreter',
      'interpreterNeeded',
      'interpreterNoneReason',
      'lookedAfter',
      'mattersToMe',
      'needsAllAdults',
      'parents',
      'procedures',
      'refusals',
    ]);
  });

  test('only what was changed travels', () => {
    const before = draft();
    const after = { ...before, mattersToMe: 'My garden' };
    expect(changedParts(before, after)).toEqual(['matters']);
    expect(fieldsOf(after, changedParts(before, after))).toEqual({ mattersToMe: 'My garden' });
  });

  test('words of a choice travel with the choices once there are some, and an empty list takes them away', () => {
    const own = { id: 'own', title: 'Pork products?', answer: null };
    const before = draft({ additionalChoices: [own] });
    const words = { id: 'own', words: { ask: own.title, REFUSE: 'NO PORK' } };
    const worded = { ...before, choiceDetails: [words] };
    expect(changedParts(before, worded)).toEqual(['choices']);
    expect(fieldsOf(worded, ['choices'])).toEqual({ additionalChoices: [own], choiceDetails: [words] });
    expect(fieldsOf({ ...before, choiceDetails: [] }, ['choices'])).toEqual({ additionalChoices: [own], choiceDetails: [] });
    // The server stores no empty list, and no words of a choice that is not there.
    expect(changedParts(before, { ...before, choiceDetails: [] })).toEqual([]);
    expect(changedParts(before, { ...before, choiceDetails: [{ ...words, id: 'gone' }] })).toEqual([]);
  });

  test('a draft that says the same in another order of keys has not changed', () => {
    const before = draft({ procedures: [chosen()] });
    const { side, ...rest } = chosen();
    expect(changedParts(before, { ...before, procedures: [{ ...rest, side }] })).toEqual([]);
  });

  test('the side stands on nobody’s consent before somebody has chosen it', () => {
    expect(draft().procedures[0]?.side).toBeNull();
    expect(newDraft().clinicianStatement).toBeNull();
  });

  test('the library’s own name and description are not sent back to it', () => {
    const [sent] = fieldsOf(draft(), ['procedures']).procedures ?? [];
    expect(sent).not.toHaveProperty('procedureName');
    expect(sent).toMatchObject({ libraryVersion: 1, side: null });
  });
});

describe('two people in one draft', () => {
  const base = draft({ mattersToMe: 'before' });

  test('each keeps what only one of them has changed', () => {
    const mine = { ...base, mattersToMe: 'mine' };
    const theirs = { ...base, refusals: ['Blood'] };
    expect(rebase({ base, mine, theirs })).toEqual({ draft: { ...base, mattersToMe: 'mine', refusals: ['Blood'] }, both: [] });
  });

  test('what both have changed is named, and mine stands on top', () => {
    const merged = rebase({ base, mine: { ...base, mattersToMe: 'mine' }, theirs: { ...base, mattersToMe: 'theirs' } });
    expect(merged.both).toEqual(['matters']);
    expect(merged.draft.mattersToMe).toBe('mine');
  });

  test('the same change by both is no quarrel', () => {
    const same = { ...base, mattersToMe: 'same' };
    expect(rebase({ base, mine: same, theirs: same }).both).toEqual([]);
  });

  test('the interpreter is kept as one: a name of mine never joins a language of theirs', () => {
    const mine = { ...base, interpreterNeeded: true };
    const theirs = { ...base, interpreterNoneReason: 'Emergency' };
    const merged = rebase({ base, mine, theirs });
    expect(merged.both).toEqual(['interpreting']);
    expect(merged.draft).toMatchObject({ interpreterNeeded: true, interpreterNoneReason: '' });
  });
});
