import { expect, test } from 'vitest';
import { leaveOutSection, putSection, sectionLines } from '#src/screens/builder/procedure/section-edits.ts';
import { addProcedure, changeProcedure, refreshFromLibrary } from '#src/screens/builder/procedure/procedure-edits.ts';
import { fieldsOf, newDraft } from '#src/screens/builder/draft/draft.ts';
import { chosen, procedure } from '#tests/src/screens/builder/draft/build.ts';

const section = (id: string, text = 'Rest.') => ({ id, title: `Section ${id}`, nodes: [{ text }] });
const lines = (sections: ReturnType<typeof section>[], library = [section('l')], own = [section('o')]) =>
  sectionLines(chosen({ sections }), { library, own }).map(({ section: { id }, origin, isOnForm, newer }) => [
    id,
    origin,
    isOnForm,
    newer?.nodes[0] ?? null,
  ]);

test('each section says whose it is; what is left out can be put back; changed own words are offered', () => {
  expect(lines([section('o', 'Before'), section('c')])).toEqual([
    ['o', 'OWN', true, { text: 'Rest.' }],
    ['c', 'FORM', true, null],
    ['l', 'LIBRARY', false, null],
  ]);
});

test('an own section that the library has is the library’s, and stands once', () => {
  expect(lines([], [section('o', 'Reviewed')])).toEqual([['o', 'LIBRARY', false, null]]);
  const library = procedure({ sections: [section('o', 'Reviewed')] });
  const draft = addProcedure(newDraft(), library, { forms: ['FORM_1'], own: [section('o'), section('p')] });
  expect(draft.procedures[0]?.sections).toEqual([section('o', 'Reviewed'), section('p')]);
});

test('a section is left out and put back in its place; a form says that it has none', () => {
  const both = chosen({ sections: [section('1'), section('2')] });
  expect(leaveOutSection(both, section('1'))).toEqual([section('2')]);
  expect(putSection(both, section('1', 'New'))).toEqual([section('1', 'New'), section('2')]);
  expect(putSection(chosen(), section('1'))).toEqual([section('1')]);
  const { procedures } = fieldsOf({ ...newDraft(), procedures: [chosen()] }, ['procedures']);
  expect(procedures?.[0]?.sections).toEqual([]);
});

test('the library’s present words take the place of its old ones, what it has no more goes; other sections stay', () => {
  const before = [section('l', 'Old'), section('gone')];
  const mine = chosen({ sections: [...before, section('o')] });
  expect(refreshFromLibrary(mine, procedure({ sections: [section('l', 'New')] }), before).sections).toEqual([
    section('l', 'New'),
    section('o'),
  ]);
  // Laid over what was chosen, as the builder does.
  const draft = { ...newDraft(), procedures: [chosen({ sections: before })] };
  const fresh = refreshFromLibrary(draft.procedures[0]!, procedure({ version: 2 }), before);
  expect(changeProcedure(draft, 0, fresh).procedures[0]).toMatchObject({ libraryVersion: 2, sections: [] });
});
