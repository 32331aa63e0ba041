import { choiceName, quotedRefusal, refusalLines, refusedChoiceWords } from '#domain/consents/choice-in-words.ts';
import { CHOICE_ANSWERS, IMPLIED_CHOICES, STARTER_CHOICES } from '#domain/consents/consent.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
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
    for (const id of ['own', 'blood'])
      expect(refusedChoiceWords({ id, title })).toBe(title === 'May students watch?' ? `${title} NO` : `${title}: NO`);
    expect(refusalLines([], [title])).toEqual([title]);
    expect(quotedRefusal(title)).toBe(`Refusal, word for word: “${title}”`);
  }
});

test('only a no is a refusal, whatever else was answered', () => {
  for (const answer of [...CHOICE_ANSWERS, null])
    expect(refusalLines([{ id: 'own', title: 'Latex', answer }], [])).toEqual(answer === 'REFUSE' ? ['Latex: NO'] : []);
});

test('docs/choices.md, which a person reads, shows each choice and twenty own texts as theatre reads them', async () => {
  const row = (choice: { id: string; title: string }) =>
    `| ${[
      choice.title,
      refusedChoiceWords(choice),
      ...(['discuss', 'unanswered'] as const).map((kind) => openPointWords({ kind, name: choiceName(choice) })),
    ].join(' | ')} |`;
  const page = [
    '# Choices in words',
    '',
    'How lists, light, box on page 1, sheet and exports read a choice. `tests/domain/consents/choice-in-words.test.ts` writes this page (`-u`); a clinician reads it.',
    'A choice of safety alone is open without an answer: blood. A refusal in the patient’s own words stands by itself under *Refusals*; a record as FHIR says `Refusal, word for word: “…”`.',
    '',
    '| asked | refused | wants to talk | no answer |',
    '|---|---|---|---|',
    ...[...STARTER_CHOICES, ...IMPLIED_CHOICES].map(row),
    '',
    'Choices that a person has written, whatever they wrote:',
    '',
    '| asked | refused | wants to talk | no answer |',
    '|---|---|---|---|',
    ...OWN.map((title) => row({ id: 'own', title })),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/choices.md');
});
