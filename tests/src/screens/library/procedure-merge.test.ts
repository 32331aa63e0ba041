import { expect, test } from 'vitest';
import { procedureActs } from '#src/screens/library/procedure-acts.ts';
import { EMPTY_PROCEDURE, type ProcedureForm, type RiskForm } from '#src/screens/library/procedure-form.ts';
import { changedFields, mergeProcedureForms } from '#src/screens/library/procedure-merge.ts';

const base: ProcedureForm = { ...EMPTY_PROCEDURE, procedureName: 'Demo', owner: 'First' };
const line = (key: string, text: string) => ({ key, text });
const AUDIT = {
  hasFigure: true,
  num: '1',
  den: '100',
  basis: 'RATE' as const,
  source: 'Audit',
  year: '2020',
  population: '',
  core: true,
};
const risk = (key: string, name: string, more: Partial<RiskForm> = {}): RiskForm => ({ key, name, text: '', ...AUDIT, ...more });
const welsh = (...texts: [english: string, text: string][]): ProcedureForm['translations'][number] => ({
  language: 'cy',
  texts: texts.map(([english, text]) => ({ kind: 'risks.name', english, text })),
});
const wordsOf = ({ words }: { words: Record<'mine' | 'theirs', readonly { label: string; text: string }[]> }) => {
  const told = (side: 'mine' | 'theirs') => words[side].map(({ label, text }) => `${label}|${text}`);
  return [told('mine'), told('theirs')];
};

test('what one person changed is kept, what the other changed alone is taken, and what both changed is chosen', () => {
  const { form, clashes, taken } = mergeProcedureForms({
    base,
    mine: { ...base, owner: 'Mine', speciality: 'Urology' },
    theirs: { ...base, owner: 'Theirs', procedureAcronym: 'YAG' },
  });
  expect(form).toMatchObject({ owner: 'Mine', speciality: 'Urology', procedureAcronym: 'YAG' });
  expect(clashes.map((clash) => [clash.label, ...wordsOf(clash)])).toEqual([['Owner', ['|Mine'], ['|Theirs']]]);
  expect(clashes[0]?.settle(form, 'theirs').owner).toBe('Theirs');
  expect(taken).toEqual(['Acronym']);
});

test('two people who changed different risks lose neither, and no question is put', () => {
  const from = { ...base, risks: [risk('0', 'Infection'), risk('1', 'Bleeding'), risk('2', 'Pain')] };
  const { form, clashes, taken } = mergeProcedureForms({
    base: from,
    mine: { ...from, risks: [risk('0', 'Infection of the eye'), risk('1', 'Bleeding'), risk('2', 'Pain'), risk('new', 'Mine')] },
    // Bleeding is removed, so that the keys of the others are new.
    theirs: { ...from, risks: [risk('0', 'Infection'), risk('1', 'Pain', { num: '2' }), risk('2', 'Theirs')] },
  });
  expect(form.risks.map(({ name, num }) => `${name} ${num}`)).toEqual(['Infection of the eye 1', 'Pain 2', 'Mine 1', 'Theirs 1']);
  expect(new Set(form.risks.map(({ key }) => key)).size).toBe(4);
  expect(clashes).toEqual([]);
  expect(taken).toEqual(['Risks']);
});

test('one risk that both changed is one question, with the members that differ alone', () => {
  const from = { ...base, risks: [risk('0', 'Infection'), risk('1', 'Bleeding')] };
  const { form, clashes } = mergeProcedureForms({
    base: from,
    mine: { ...from, risks: [risk('0', 'Infection', { source: 'Mine', text: 'Drops' }), risk('1', 'Bleeding')] },
    theirs: {
      ...from,
      risks: [risk('0', 'Infection', { source: 'Theirs', text: 'Drops' }), risk('1', 'Bleeding', { den: '50' })],
    },
  });
  expect(clashes.map(({ label }) => label)).toEqual(['Risks, “Infection”']);
  expect(wordsOf(clashes[0]!)).toEqual([['Source|Mine'], ['Source|Theirs']]);
  const settled = clashes[0]!.settle(form, 'theirs');
  expect(settled.risks.map(({ source, den }) => `${source} ${den}`)).toEqual(['Theirs 100', 'Audit 50']);
  expect(clashes[0]!.settle(settled, 'mine').risks[0]?.source).toBe('Mine');
});

test('a line that one removed and the other changed is chosen, and can come back', () => {
  const from = { ...base, alternatives: [line('0', 'Waiting'), line('1', 'Glasses')] };
  const { form, clashes } = mergeProcedureForms({
    base: from,
    mine: { ...from, alternatives: [line('1', 'Glasses')] },
    theirs: { ...from, alternatives: [line('0', 'Watchful waiting'), line('1', 'Glasses')] },
  });
  expect(form.alternatives.map(({ text }) => text)).toEqual(['Glasses']);
  expect(wordsOf(clashes[0]!)).toEqual([['|Removed'], ['|Watchful waiting']]);
  expect(clashes[0]!.settle(form, 'theirs').alternatives.map(({ text }) => text)).toEqual(['Watchful waiting', 'Glasses']);
});

test('translations are merged by language and text', () => {
  const from = { ...base, translations: [welsh(['Infection', 'Haint'], ['Bleeding', 'Gwaedu'])] };
  const arabic = { language: 'ar' as const, texts: [{ kind: 'risks.name', english: 'Infection', text: 'عدوى' }] };
  const { form, clashes, taken } = mergeProcedureForms({
    base: from,
    mine: { ...from, translations: [welsh(['Infection', 'Haint fi'], ['Bleeding', 'Gwaedu fi'])] },
    theirs: { ...from, translations: [welsh(['Infection', 'Haint'], ['Bleeding', 'Gwaedu nhw'], ['Pain', 'Poen']), arabic] },
  });
  const texts = (of: ProcedureForm) => of.translations.map((each) => each.texts.map(({ text }) => text).join());
  expect(texts(form)).toEqual(['Haint fi,Gwaedu fi,Poen', 'عدوى']);
  expect(clashes.map(({ label }) => label)).toEqual(['Welsh translation of “Bleeding”']);
  expect(clashes[0]?.words.mine).toMatchObject([{ text: 'Gwaedu fi', language: 'cy' }]);
  expect(texts(clashes[0]!.settle(form, 'theirs'))[0]).toBe('Haint fi,Poen,Gwaedu nhw');
  expect(taken).toEqual(['Welsh translation', 'Arabic translation']);
});

test('a translation that one removed and the other changed is chosen as a whole', () => {
  const from = { ...base, translations: [welsh(['Infection', 'Haint'])] };
  const { form, clashes } = mergeProcedureForms({
    base: from,
    mine: { ...from, translations: [] },
    theirs: { ...from, translations: [welsh(['Infection', 'Haint nhw'])] },
  });
  expect(form.translations).toEqual([]);
  expect(wordsOf(clashes[0]!)).toEqual([['|Removed'], ['Risk|Haint nhw']]);
  expect(clashes[0]!.settle(form, 'theirs').translations).toHaveLength(1);
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
