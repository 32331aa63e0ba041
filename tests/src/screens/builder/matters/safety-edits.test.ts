import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { newDraft, type Draft } from '#src/screens/builder/draft/draft.ts';
import { heldChoices, withSafety, type SafetyTexts } from '#src/screens/builder/matters/safety-edits.ts';
import { chosen, procedure } from '#tests/src/screens/builder/draft/build.ts';
import { expect, test } from 'vitest';

const pork: ChoiceDetail = { id: 'pork', words: { ask: 'May we use pork?' }, isSafety: true };
const latex: ChoiceDetail = { id: 'latex', words: { ask: 'May we use latex?' }, isSafety: true };
const asks = procedure({ choices: [pork] });
const texts: SafetyTexts = { library: new Map([[asks.procedureID, asks]]), templates: [{ _id: 'one', choices: [latex] }] };
const start = newDraft();
const draft: Draft = { ...start, templateID: 'one', procedures: [chosen({ libraryVersion: asks.version })] };
const idsOf = ({ additionalChoices }: Draft) => additionalChoices.map(({ id }) => id);

test('a draft without blood, or without what library and template mark, gets them back; a whole one stays itself', () => {
  const whole = withSafety({ ...draft, additionalChoices: [] }, texts);
  expect(idsOf(whole)).toEqual(['blood', 'pork', 'latex']);
  expect(whole.choiceDetails).toEqual([pork, latex]);
  expect(withSafety(whole, texts)).toBe(whole);
  const stripped = { ...whole, choiceDetails: [latex] };
  expect(withSafety(stripped, texts).choiceDetails).toEqual([pork, latex]);
});

test('nothing comes back on a form that no patient reads, nor while a text is not at hand', () => {
  const bare: Draft = { ...draft, additionalChoices: [] };
  const older = { ...asks, version: asks.version + 1 };
  const cases: readonly (readonly [Draft, SafetyTexts])[] = [
    [{ ...bare, formType: 'FORM_4' }, texts],
    [bare, { ...texts, templates: [] }],
    [bare, { ...texts, library: new Map() }],
    [bare, { ...texts, library: new Map([[asks.procedureID, older]]) }],
  ];
  for (const [form, at] of cases) expect(withSafety(form, at)).toBe(form);
});

test('nobody takes off what a text marks; of a text that is not at hand each choice about safety stays, and one of the person’s own goes', () => {
  const own = { id: 'own', words: { ask: 'Own?' }, isSafety: true };
  const form = withSafety(draft, texts);
  const more: Draft = {
    ...form,
    additionalChoices: [...form.additionalChoices, { id: 'own', title: 'Own?', answer: null }],
    choiceDetails: [...(form.choiceDetails ?? []), own],
  };
  expect([...heldChoices(more, texts)].toSorted()).toEqual(['blood', 'latex', 'pork']);
  expect([...heldChoices(more, { library: new Map(), templates: [] })].toSorted()).toEqual(['blood', 'latex', 'own', 'pork']);
  const bloodless = { ...asks, bloodNotAsked: true };
  expect(heldChoices(more, { ...texts, library: new Map([[asks.procedureID, bloodless]]) }).has('blood')).toBe(false);
});
