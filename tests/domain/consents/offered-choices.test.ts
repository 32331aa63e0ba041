import { STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import { choicesAfter } from '#domain/consents/offered-choices.ts';
import type { Offering } from '#domain/consents/safety-choices.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { expect, test } from 'vitest';

const asks = (id: string, change: Partial<ChoiceDetail['words']> = {}): ChoiceDetail => ({
  id,
  words: { ask: `May we use ${id}?`, REFUSE: `NO ${id.toUpperCase()}`, ...change },
  isSafety: true,
});
const PORK: Offering = { choices: [asks('pork')] };
const LATEX: Offering = { choices: [asks('latex'), asks('pork')] };
const BLOODLESS: Offering = { bloodNotAsked: true };
const PLAIN: Offering = {};

const START = { additionalChoices: STARTER_CHOICES };
const NOTHING = { come: [], gone: [], stay: [] };
const ids = (choices: readonly AdditionalChoice[]) => choices.map(({ id }) => id);
const onForm = (of: Partial<typeof NOTHING | { come: Offering[]; gone: Offering[]; stay: Offering[] }>, form = START) =>
  ids(choicesAfter(form, { ...NOTHING, ...of }).additionalChoices);
const others = ids(STARTER_CHOICES).filter((id) => id !== 'blood');
const answered = (id: string, answer: AdditionalChoice['answer']) => ({
  additionalChoices: STARTER_CHOICES.map((each) => (each.id === id ? { ...each, answer } : each)),
});

test('blood is asked unless every procedure says that it is not, whatever is known of the others', () => {
  const said: readonly (readonly [Offering[], boolean])[] = [
    [[], true],
    [[PLAIN], true],
    [[BLOODLESS], false],
    [[BLOODLESS, BLOODLESS], false],
    [[BLOODLESS, PLAIN], true],
    // Its text is not at hand: nobody knows what it says.
    [[BLOODLESS, undefined], true],
  ];
  for (const [procedures, isAsked] of said) expect(onForm({ come: procedures }).includes('blood')).toBe(isAsked);
  expect(onForm({ come: [BLOODLESS] })).toEqual(others);
  for (const answer of ['ACCEPT', 'REFUSE', 'DISCUSS'] as const)
    expect(onForm({ come: [BLOODLESS] }, answered('blood', answer))).toEqual(ids(STARTER_CHOICES));
});

test('blood comes back with a procedure that asks, and with the last that does not, also where somebody had left it out', () => {
  const without = { additionalChoices: STARTER_CHOICES.filter(({ id }) => id !== 'blood') };
  expect(onForm({ stay: [BLOODLESS], come: [PLAIN] }, without)).toEqual(ids(STARTER_CHOICES));
  expect(onForm({ gone: [BLOODLESS] }, without)).toEqual(ids(STARTER_CHOICES));
  expect(onForm({ stay: [undefined], come: [PLAIN] }, without)).toEqual(ids(STARTER_CHOICES));
  expect(onForm({ stay: [PLAIN], come: [PLAIN] }, without)).toEqual(ids(STARTER_CHOICES));
  expect(onForm({ stay: [PLAIN], gone: [PORK] }, without)).toEqual(ids(STARTER_CHOICES));
  expect(onForm({ stay: [BLOODLESS], come: [BLOODLESS] }, without)).toEqual(others);
});

test('the choices of a procedure come with their words, once each, and go with it unless somebody has answered', () => {
  const form = choicesAfter(START, { ...NOTHING, come: [PORK, LATEX] });
  expect(ids(form.additionalChoices)).toEqual([...ids(STARTER_CHOICES), 'pork', 'latex']);
  expect(form.choiceDetails).toEqual([asks('pork'), asks('latex')]);
  expect(choicesAfter(form, { ...NOTHING, stay: [PORK], gone: [LATEX] })).toEqual({
    additionalChoices: [...STARTER_CHOICES, { id: 'pork', title: 'May we use pork?', answer: null }],
    choiceDetails: [asks('pork')],
  });
  const said = { ...form, additionalChoices: form.additionalChoices.map((each) => ({ ...each, answer: 'REFUSE' as const })) };
  expect(choicesAfter(said, { ...NOTHING, gone: [PORK, LATEX] })).toEqual(said);
  expect(choicesAfter(form, { ...NOTHING, gone: [PORK, LATEX] })).toEqual(START);
});

test('a newer text asks in its own words what nobody has answered', () => {
  const newer: Offering = { choices: [asks('pork', { ask: 'Products of pigs?', REFUSE: 'NO PIG' })] };
  const form = choicesAfter(START, { ...NOTHING, come: [PORK] });
  const after = choicesAfter(form, { ...NOTHING, gone: [PORK], come: [newer] });
  expect(after.additionalChoices.at(-1)).toEqual({ id: 'pork', title: 'Products of pigs?', answer: null });
  expect(after.choiceDetails).toEqual(newer.choices);
  const said = { ...form, additionalChoices: form.additionalChoices.map((each) => ({ ...each, answer: 'REFUSE' as const })) };
  expect(choicesAfter(said, { ...NOTHING, gone: [PORK], come: [newer] })).toEqual(said);
});
