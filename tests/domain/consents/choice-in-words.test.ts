import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import {
  choiceAnswer,
  choiceName,
  deniedChoiceWords,
  quotedRefusal,
  refusalLines,
  refusedChoiceWords,
} from '#domain/consents/choice-in-words.ts';
import { type AdditionalChoice, CHOICE_ANSWERS, IMPLIED_CHOICES, STARTER_CHOICES } from '#domain/consents/consent.ts';
import { openPointsOf, openPointWords } from '#domain/consents/open-points.ts';
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
    expect(refusalLines({ additionalChoices: [], refusals: [title] })).toEqual([title]);
    expect(quotedRefusal(title)).toBe(`Refusal, word for word: “${title}”`);
  }
});

test('only a no is a refusal, whatever else was answered', () => {
  for (const answer of [...CHOICE_ANSWERS, null])
    expect(refusalLines({ additionalChoices: [{ id: 'own', title: 'Latex', answer }], refusals: [] })).toEqual(
      answer === 'REFUSE' ? ['Latex: NO'] : [],
    );
});

/** The words that a person wrote for a choice with this title, each of them another text of {@link OWN}. */
function worded(title: string, at: number): ChoiceDetail {
  const [ACCEPT = '', REFUSE = '', DISCUSS = '', NONE = ''] = [1, 2, 3, 4].map((more) => OWN[(at + more) % OWN.length] ?? '');
  return { id: 'own', words: { ask: title, ACCEPT, REFUSE, DISCUSS, NONE }, isSafety: true };
}

const WITH_NONE = [...CHOICE_ANSWERS, null] as const;

test('own words stand alone: no word of ours before or behind them, for whichever answer', () => {
  for (const [at, title] of OWN.entries())
    for (const answer of WITH_NONE) {
      const detail = worded(title, at);
      const additionalChoices: AdditionalChoice[] = [{ id: 'own', title, answer }];
      const form = { formType: 'FORM_1', additionalChoices, choiceDetails: [detail], refusals: [] } as const;
      const own = detail.words[answer ?? 'NONE'];
      const choice = { id: 'own', title, answer, words: detail.words };
      expect([choiceAnswer(choice, 'staff'), choiceAnswer(choice, 'sealed')]).toEqual([own, own]);
      expect(choiceAnswer(choice, 'staff', 'On the scan')).toBe(answer === null ? 'On the scan' : own);
      expect(refusalLines(form)).toEqual(answer === 'REFUSE' ? [own] : []);
      expect(openPointsOf(form).map(openPointWords)).toEqual(answer === 'DISCUSS' || answer === null ? [own] : []);
      expect(openPointsOf({ ...form, isOnPaper: true }).map(openPointWords)).toEqual(
        answer === null ? [`Not entered from the paper: ${title}`] : answer === 'DISCUSS' ? [own] : [],
      );
      expect(deniedChoiceWords(choice)).toBe(quotedRefusal(detail.words.REFUSE ?? ''));
    }
});

test('words are those of the question that they were written for: under another title they say nothing', () => {
  const form = { additionalChoices: [{ id: 'own', title: 'Latex', answer: 'REFUSE' as const }], refusals: [] };
  const detail = worded('No pork products', 0);
  expect(refusalLines({ ...form, choiceDetails: [detail] })).toEqual(['Latex: NO']);
  expect(refusalLines({ ...form, choiceDetails: [worded('Latex', 0)] })).toEqual(['never a general anaesthetic']);
  expect(refusalLines({ ...form, choiceDetails: [{ ...worded('Latex', 0), id: 'other' }] })).toEqual(['Latex: NO']);
  expect(refusalLines({ ...form, choiceDetails: [{ id: 'own', words: { ask: 'Latex' } }] })).toEqual(['Latex: NO']);
});

test('docs/choices.md, which a person reads, shows each choice and twenty own texts as theatre reads them', async () => {
  const row = (choice: { id: string; title: string }, detail?: ChoiceDetail) => {
    const saying = (answer: AdditionalChoice['answer']) => {
      const additionalChoices = [{ ...choice, answer }];
      const form = { formType: 'FORM_1', additionalChoices, choiceDetails: detail && [detail], refusals: [] } as const;
      return [...refusalLines(form), ...openPointsOf(form).map(openPointWords)][0];
    };
    const named = { ...choice, answer: null, words: detail?.words };
    const yes = choiceAnswer({ ...named, answer: 'ACCEPT' }, 'sealed');
    return `| ${[choice.title, yes, saying('REFUSE'), saying('DISCUSS'), saying(null) ?? choiceAnswer(named, 'sealed')].join(' | ')} |`;
  };
  const head = ['| asked | allowed | refused | wants to talk | no answer |', '|---|---|---|---|---|'];
  const page = [
    '# Choices in words',
    '',
    'How lists, light, box on page 1, sheet and exports read a choice. `tests/domain/consents/choice-in-words.test.ts` writes this page (`-u`); a clinician reads it.',
    'A choice of safety alone is open without an answer: blood, and one that is marked so; the others say “Not answered” on the form alone. Words that a hospital has written stand alone. A refusal in the patient’s own words stands by itself under *Refusals*; a record as FHIR says `Refusal, word for word: “…”`.',
    '',
    ...head,
    ...[...STARTER_CHOICES, ...IMPLIED_CHOICES].map((each) => row(each)),
    '',
    'Choices that a person has written, whatever they wrote:',
    '',
    ...head,
    ...OWN.map((title) => row({ id: 'own', title })),
    '',
    'The same choices with words of their own, marked as about safety (each word here is another text of the list):',
    '',
    ...head,
    ...OWN.map((title, at) => row({ id: 'own', title }, worded(title, at))),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/choices.md');
});
