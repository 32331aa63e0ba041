import type { ChoicesOfForm } from '#domain/consents/choice-details.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { openPointsNow, openPointsOf, openPointWords } from '#domain/consents/open-points.ts';
import { safetyChoicesOf, safetyNotShown, withSafetyChoices, type Offering } from '#domain/consents/safety-choices.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { deciderOf, FORM_TYPES } from '#domain/forms/form-types.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { SEALED } from '#tests/support/forms/sealed-light.ts';
import { expect, test } from 'vitest';

const marked = (id: string): ChoiceDetail => ({ id, words: { ask: `May we use ${id}?`, REFUSE: `NO ${id}` }, isSafety: true });
const plain = (id: string): ChoiceDetail => ({ ...marked(id), isSafety: false });
const PORK: Offering = { choices: [marked('pork'), plain('film')] };
const BLOODLESS: Offering = { bloodNotAsked: true };
const idsOf = (choices: readonly { readonly id: string }[]) => choices.map(({ id }) => id);

test('a form must show blood unless each procedure has a text that says it is not asked, and whatever a text marks as about safety', () => {
  const said: readonly (readonly [Offering[], Offering, string[]])[] = [
    [[], undefined, ['blood']],
    [[{}], undefined, ['blood']],
    [[undefined], undefined, ['blood']],
    [[BLOODLESS], undefined, []],
    [[BLOODLESS, BLOODLESS], undefined, []],
    [[BLOODLESS, undefined], undefined, ['blood']],
    [[BLOODLESS, {}], undefined, ['blood']],
    // A template says nothing of blood, neither that it is asked nor that it is not.
    [[{}], { choices: [marked('latex')] }, ['latex', 'blood']],
    [[BLOODLESS], { choices: [marked('latex')], bloodNotAsked: true }, ['latex']],
    [[{ ...PORK, bloodNotAsked: true }, PORK], PORK, ['pork', 'blood']],
  ];
  for (const [procedures, template, ids] of said) expect(idsOf(safetyChoicesOf({ procedures, template }))).toEqual(ids);
});

/** The ways in which a choice leaves a form, or loses its mark. */
const START: ChoicesOfForm = {
  additionalChoices: [...STARTER_CHOICES, { id: 'pork', title: 'May we use pork?', answer: null }],
  choiceDetails: [marked('pork')],
};
const without = (id: string): ChoicesOfForm => ({
  ...START,
  additionalChoices: START.additionalChoices.filter((each) => each.id !== id),
});
const STRIPS: readonly (readonly [string, ChoicesOfForm, string[], string[]])[] = [
  ['nothing', START, [], []],
  ['blood', without('blood'), ['blood'], ['Not asked: blood transfusion']],
  ['a marked choice', without('pork'), ['pork'], ['Not asked: May we use pork?']],
  ['all', { additionalChoices: [] }, ['pork', 'blood'], ['Not asked: May we use pork?', 'Not asked: blood transfusion']],
  ['the mark', { ...START, choiceDetails: [plain('pork')] }, ['pork'], ['Not answered: May we use pork?']],
  ['all details', { ...START, choiceDetails: [] }, ['pork'], ['Not answered: May we use pork?']],
];

test('what was left out × form types: it is put back unanswered and marked, and a form that is pinned without it is not ready', () => {
  const safety = safetyChoicesOf({ procedures: [PORK], template: undefined });
  for (const [what, form, missing, words] of STRIPS) {
    const whole = withSafetyChoices(form, safety);
    expect(safetyNotShown({ ...whole, formType: 'FORM_1' }, safety), what).toEqual([]);
    expect(idsOf(whole.additionalChoices).toSorted(), what).toEqual(
      [...new Set([...idsOf(form.additionalChoices), 'blood', 'pork'])].toSorted(),
    );
    expect(whole.choiceDetails, what).toContainEqual(expect.objectContaining({ id: 'pork', isSafety: true }));
    for (const formType of FORM_TYPES) {
      const isAsked = deciderOf(formType) !== 'clinician';
      const lacks = safetyNotShown({ ...form, formType }, safety);
      expect(idsOf(lacks), `${what}, ${formType}`).toEqual(isAsked ? missing : []);
      const answered = form.additionalChoices.map((each) => ({ ...each, answer: 'ACCEPT' as const }));
      const open = openPointsOf({ ...form, formType, safetyNotShown: lacks });
      if (isAsked) expect(open.map(openPointWords), what).toEqual(expect.arrayContaining(words));
      // Whatever the form shows is answered: the rest was never asked.
      const points = openPointsOf({ ...form, additionalChoices: answered, formType, safetyNotShown: lacks });
      const notAsked = isAsked ? words.filter((each) => each.startsWith('Not asked')) : [];
      expect(points.map(openPointWords), `${what}, ${formType}`).toEqual(notAsked);
      expect(openPointsNow(points, { isSigned: false })).toEqual(points);
      expect(light(points).light, `${what}, ${formType}`).toBe(notAsked.length === 0 ? 'GREEN' : 'AMBER');
      const talks = [{ choiceIDs: idsOf(lacks) }];
      expect(openPointsOf({ ...form, additionalChoices: answered, formType, safetyNotShown: lacks, talks })).toEqual([]);
      // A form that was pinned before anybody compared keeps the light that it has.
      expect(openPointsOf({ ...form, additionalChoices: answered, formType })).toEqual([]);
    }
  }
});

test('an answer stays, and another question under the id keeps its words and gets the mark', () => {
  const safety = safetyChoicesOf({ procedures: [PORK], template: undefined });
  const own = { id: 'pork', title: 'Pork?', answer: 'REFUSE' as const };
  const form: ChoicesOfForm = withSafetyChoices({ additionalChoices: [own] }, safety);
  expect(form.additionalChoices).toEqual([STARTER_CHOICES[0], own]);
  expect(form.choiceDetails).toEqual([{ id: 'pork', words: { ask: 'Pork?' }, isSafety: true }]);
  const words = { ask: 'Pork?', REFUSE: 'NEVER PORK' };
  expect(withSafetyChoices({ ...form, choiceDetails: [{ id: 'pork', words }] }, safety).choiceDetails).toEqual([
    { id: 'pork', words, isSafety: true },
  ]);
});

function light(openPoints: ReturnType<typeof openPointsOf>) {
  return lightOf({ ...SEALED, openPoints });
}
