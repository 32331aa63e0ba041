import { expect, test } from 'vitest';
import { procedureActs } from '#src/screens/library/procedure-acts.ts';
import { EMPTY_PROCEDURE, type ProcedureForm } from '#src/screens/library/procedure-form.ts';
import { changedFields, fieldWords, mergeProcedureForms } from '#src/screens/library/procedure-merge.ts';

const base: ProcedureForm = { ...EMPTY_PROCEDURE, procedureName: 'Demo', owner: 'First' };
const line = (key: string, text: string) => ({ key, text });

test('what one person changed is kept, what the other changed alone is taken, and what both changed is chosen', () => {
  const { form, clashes, taken } = mergeProcedureForms({
    base,
    mine: { ...base, owner: 'Mine', speciality: 'Urology' },
    theirs: { ...base, owner: 'Theirs', procedureAcronym: 'YAG' },
  });
  expect(form).toMatchObject({ owner: 'Mine', speciality: 'Urology', procedureAcronym: 'YAG' });
  expect(clashes.map(({ field, mine, theirs }) => [field, fieldWords(field, mine), fieldWords(field, theirs)])).toEqual([
    ['owner', 'Mine', 'Theirs'],
  ]);
  expect(taken).toEqual(['procedureAcronym']);
});

test('the same change by both is no clash, and the keys of lines make no change', () => {
  const same = { ...base, owner: 'Same' };
  expect(mergeProcedureForms({ base, mine: same, theirs: same })).toMatchObject({ clashes: [], taken: [] });
  const keyed = (key: string) => ({ ...base, alternatives: [line(key, 'Waiting')] });
  expect(changedFields(keyed('0'), keyed('7'))).toEqual([]);
  expect(changedFields(keyed('0'), { ...base, alternatives: [line('0', 'Glasses')] })).toEqual(['alternatives']);
});

test('each person is offered the acts of their permissions', () => {
  const labels = (status: 'DRAFT' | 'UNDER_REVIEW' | 'ACTIVE' | 'RETIRED', isNewest = true) => ({
    editor: procedureActs({ status }, isNewest, ['procedures.edit']).map(({ label }) => label),
    publisher: procedureActs({ status }, isNewest, ['procedures.publish']).map(({ label }) => label),
    reader: procedureActs({ status }, isNewest, ['consents.read']).length,
  });
  expect(labels('DRAFT')).toEqual({ editor: ['Send for review'], publisher: [], reader: 0 });
  expect(labels('UNDER_REVIEW')).toEqual({ editor: ['Back to draft'], publisher: ['Back to draft', 'Publish'], reader: 0 });
  expect(labels('ACTIVE')).toEqual({ editor: [], publisher: ['Retire', 'Back to draft'], reader: 0 });
  expect(labels('ACTIVE', false)).toEqual({ editor: [], publisher: ['Retire'], reader: 0 });
  expect(labels('RETIRED')).toEqual({ editor: [], publisher: ['Back to draft'], reader: 0 });
  const [, back] = procedureActs({ status: 'ACTIVE' }, true, ['procedures.publish']);
  expect(back).toMatchObject({ isStop: true, text: expect.stringContaining('out of use at once') });
});
