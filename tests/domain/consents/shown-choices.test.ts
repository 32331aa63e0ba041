import { expect, test } from 'vitest';
import { shownChoices } from '#domain/consents/shown-choices.ts';

const CHOICES = [
  { title: 'May we give blood?', answer: 'ACCEPT' },
  { title: 'May we take photographs?', answer: null },
] as const;

test('a form that the patient reads shows every choice', () => {
  expect(shownChoices('FORM_1', CHOICES)).toEqual(CHOICES);
});

test('Form 4 shows those that somebody has answered', () => {
  expect(shownChoices('FORM_4', CHOICES)).toEqual([CHOICES[0]]);
});
