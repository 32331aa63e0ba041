import { choiceName, refusalLines, refusedChoiceWords } from '#domain/consents/choice-in-words.ts';
import { CHOICE_ANSWERS, IMPLIED_CHOICES, STARTER_CHOICES } from '#domain/consents/consent.ts';
import { expect, test } from 'vitest';

/** Texts of people, as they stand on lists: with a no of their own, as a question, of one word, in Welsh, and others. */
const OWN = [
  'No pork products',
  'NO PORK PRODUCTS',
  'never a general anaesthetic',
  'Without latex',
  'May students watch?',
  'Blood',
  'Dim gwaed',
  'لا دم',
  'nothing by mouth',
  'Not my left arm',
  'no: platelets',
  'Only my daughter may be told',
  'Whole blood, but not albumin',
  'Photographs for teaching',
  'I refuse plasma',
  'Pacemaker checks',
  'Jehovah’s Witness: no blood',
  'No.',
  'Nein',
  'Do not resuscitate',
];

test('a choice of every new form, of each build, has words of its own: no question ends in a no', () => {
  const words = [...STARTER_CHOICES, ...IMPLIED_CHOICES].map((each) => [choiceName(each), refusedChoiceWords(each)]);
  expect(words.slice(0, 4)).toEqual([
    ['blood transfusion', 'NO BLOOD TRANSFUSION'],
    ['photographs or video', 'NO PHOTOGRAPHS OR VIDEO'],
    ['students watching or helping', 'NO STUDENTS WATCHING OR HELPING'],
    ['use of left-over tissue', 'NO USE OF LEFT-OVER TISSUE'],
  ]);
  expect(words.slice(4)).toEqual(words.slice(0, 4));
});

test('a choice of the hospital’s own keeps its title, also under an id of ours, and a text of the patient stands alone', () => {
  for (const title of OWN) {
    for (const id of ['own', 'blood']) expect(refusedChoiceWords({ id, title })).toBe(`${title}: NO`);
    expect(refusalLines([], [title])).toEqual([title]);
  }
});

test('only a no is a refusal, whatever else was answered', () => {
  for (const answer of [...CHOICE_ANSWERS, null])
    expect(refusalLines([{ id: 'own', title: 'Latex', answer }], [])).toEqual(answer === 'REFUSE' ? ['Latex: NO'] : []);
});
