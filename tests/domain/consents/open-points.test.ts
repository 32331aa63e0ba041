import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { CHOICE_ANSWERS, IMPLIED_CHOICES, STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import { openPointLine, openPointsByKind, openPointsInWords, openPointsOf } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { SEALED } from '#tests/support/forms/sealed-light.ts';
import { expect, test } from 'vitest';

const ANSWERS = [...CHOICE_ANSWERS, null];
const own = (id: string, answer: AdditionalChoice['answer']): AdditionalChoice => ({ id, title: `Own choice ${id}`, answer });
const answered = (id: string, answer: AdditionalChoice['answer']): AdditionalChoice => ({
  ...(STARTER_CHOICES.find((each) => each.id === id) ?? own(id, null)),
  answer,
});

const marked = (id: string, isSafety: boolean): ChoiceDetail => ({ id, words: { ask: `Own choice ${id}` }, isSafety });

/** By the words of the rule, not by its code: a wish to talk is always open, a missing answer where it is about safety and was asked. */
const isOpen = (formType: string, { id, answer }: AdditionalChoice) =>
  answer === 'DISCUSS' || (answer === null && id === 'blood' && formType !== 'FORM_4');

test('answers × safety × form types: exactly the open ones, and no light is green above one', () => {
  for (const formType of FORM_TYPES)
    for (const blood of ANSWERS)
      for (const students of ANSWERS)
        for (const talkedOf of [[], ['blood'], ['students'], ['blood', 'students']]) {
          const additionalChoices = [answered('blood', blood), answered('students', students), own('own', 'ACCEPT')];
          const talks = [{ choiceIDs: talkedOf }];
          const points = openPointsOf({ formType, additionalChoices, talks });
          const open = additionalChoices.filter((each) => isOpen(formType, each) && !talkedOf.includes(each.id));
          expect(points.map(({ id }) => id).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
          const { light, reason } = lightOf({ ...SEALED, openPoints: points });
          expect([light, reason]).toEqual(
            open.length === 0 ? ['GREEN', 'Signed and sealed'] : ['AMBER', openPointsInWords(points)],
          );
        }
});

test('a choice that is marked as about safety is open without an answer as blood is, on whichever form shows it; one that is not, is not', () => {
  for (const formType of FORM_TYPES)
    for (const answer of ANSWERS)
      for (const isSafety of [true, false])
        for (const isOnPaper of [true, false]) {
          const form = { formType, additionalChoices: [own('own', answer)], choiceDetails: [marked('own', isSafety)], isOnPaper };
          const points = openPointsOf(form);
          const isAsked = formType !== 'FORM_4' || answer !== null;
          const isLeftOpen = isAsked && (answer === 'DISCUSS' || (answer === null && isSafety));
          expect(points.map(({ id }) => id)).toEqual(isLeftOpen ? ['own'] : []);
          expect(lightOf({ ...SEALED, openPoints: points }).light).toBe(isLeftOpen ? 'AMBER' : 'GREEN');
          expect(openPointsOf({ ...form, talks: [{ choiceIDs: ['own'] }] })).toEqual([]);
          // The mark is that of the question that it was set for.
          const other = { ...marked('own', isSafety), words: { ask: 'Another question' } };
          expect(openPointsOf({ ...form, choiceDetails: [other] }).length).toBe(answer === 'DISCUSS' ? 1 : 0);
        }
});

test('own words stand behind the names of the others, and are counted with them', () => {
  const said = (id: string, DISCUSS: string): ChoiceDetail => ({ id, words: { ask: `Own choice ${id}`, DISCUSS } });
  const additionalChoices = ['a', 'b', 'c'].map((id) => own(id, 'DISCUSS'));
  const lines = (...choiceDetails: ChoiceDetail[]) =>
    openPointsByKind(openPointsOf({ formType: 'FORM_1', additionalChoices, choiceDetails })).map((each) => openPointLine(each));
  expect(lines(said('a', 'ASK ABOUT PORK'))).toEqual(['Wants to talk about: Own choice b. ASK ABOUT PORK and 1 more']);
  expect(lines(said('a', 'ASK ABOUT PORK'), said('b', 'No latex?'))).toEqual(['ASK ABOUT PORK. No latex? and 1 more']);
});

test('an older form, whose blood has other words, leaves it open by its id, under the same name', () => {
  for (const choices of [STARTER_CHOICES, IMPLIED_CHOICES])
    expect(openPointsInWords(openPointsOf({ formType: 'FORM_1', additionalChoices: choices }))).toBe(
      'Not answered: blood transfusion',
    );
  const renamed = [{ id: 'blood', title: 'Blood products', answer: null }];
  expect(openPointsInWords(openPointsOf({ formType: 'FORM_1', additionalChoices: renamed }))).toBe(
    'Not answered: Blood products',
  );
});

test('each point is named; more than two are counted, and a wish to talk is said first', () => {
  const named = (...choices: AdditionalChoice[]) =>
    openPointsByKind(openPointsOf({ formType: 'FORM_1', additionalChoices: choices })).map((each) => openPointLine(each));
  const many = ['a', 'b', 'c', 'd'].map((id) => own(id, 'DISCUSS'));
  expect(named(...many.slice(0, 2))).toEqual(['Wants to talk about: Own choice a, Own choice b']);
  expect(named(...many)).toEqual(['Wants to talk about: Own choice a, Own choice b and 2 more']);
  expect(named(answered('blood', null), answered('students', 'DISCUSS'))).toEqual([
    'Wants to talk about: students watching or helping',
    'Not answered: blood transfusion',
  ]);
  expect(named(answered('blood', 'REFUSE'), answered('tissue', null))).toEqual([]);
});

test('of a form on paper nobody says that a tick is missing which may stand on the scan', () => {
  const form = { formType: 'FORM_1', additionalChoices: [answered('blood', null)] } as const;
  expect(openPointsInWords(openPointsOnForm({ ...form, recipients: [{ method: 'PAPER_SCAN' }] }))).toBe(
    'Not entered from the paper: blood transfusion',
  );
  expect(openPointsInWords(openPointsOnForm({ ...form, recipients: [{ method: 'DRAWN' }] }))).toBe(
    'Not answered: blood transfusion',
  );
});
