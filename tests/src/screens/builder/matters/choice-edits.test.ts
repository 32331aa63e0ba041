import { expect, test } from 'vitest';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import { changeChoiceWords, changeInterpreter, languageToInterpret } from '#src/screens/builder/matters/choice-edits.ts';
import { newDraft, type Draft } from '#src/screens/builder/draft/draft.ts';
import { stepsOfForm } from '#domain/forms/form-rules.ts';
import { holdsBack, mayReview } from '#src/screens/builder/parts/steps.ts';

const polish = { language: 'pl', interpreterNeeded: true, format: 'STANDARD' } as const;

test('a new form starts with the record’s answer about an interpreter, and with none where nothing is known', () => {
  expect(newDraft(true).interpreterNeeded).toBe(true);
  expect(newDraft(false).interpreterNeeded).toBe(false);
  expect(newDraft().interpreterNeeded).toBeNull();
});

test('the interpreter’s language starts as the record’s', () => {
  const language = languageToInterpret(polish);
  expect(changeInterpreter(newDraft(true), { name: 'Demo Interpreter' }, language).interpreter).toMatchObject({
    name: 'Demo Interpreter',
    language: 'Polish',
  });
  expect(languageToInterpret({ ...polish, language: 'en-GB' })).toBe('');
});

test('details that were all taken away again name nobody', () => {
  const named = changeInterpreter(newDraft(true), { name: 'Demo Interpreter' }, 'Polish');
  expect(changeInterpreter(named, { name: '' }, 'Polish').interpreter).toBeNull();
});

test('nobody passes the question about an interpreter unanswered, and a name may come later', () => {
  const unanswered = { path: 'interpreterNeeded', message: '', step: 'interpreter' } as const;
  const nameless = { path: 'interpreter', message: '', step: 'interpreter' } as const;
  expect(holdsBack('interpreter', [unanswered, nameless])).toEqual([unanswered]);
});

const steps = stepsOfForm('FORM_1', 40);

test('the review is offered at once where nothing is open before it', () => {
  const statement = { path: 'clinicianStatement', message: '', step: 'review' } as const;
  const side = { path: 'procedures.0.side', message: '', step: 'procedure' } as const;
  expect(mayReview(steps, 'procedure', [statement])).toBe(true);
  expect(mayReview(steps, 'procedure', [side, statement])).toBe(false);
  expect(mayReview(steps, 'interpreter', []), 'it is the next step anyway').toBe(false);
});

test('words and mark of one choice change alone, in the order of the choices; with nothing left there is no detail', () => {
  const [one, two] = ['one', 'two'].map((id) => ({ id, title: `Choice ${id}?`, answer: null })) as [
    AdditionalChoice,
    AdditionalChoice,
  ];
  const start: Draft = { ...newDraft(), additionalChoices: [one, two] };
  const second = changeChoiceWords(start, two, { REFUSE: 'NO TWO' });
  const both = changeChoiceWords(changeChoiceWords(second, one, { isSafety: true }), two, { DISCUSS: 'TALK OF TWO' });
  expect(both.choiceDetails).toEqual([
    { id: 'one', words: { ask: 'Choice one?' }, isSafety: true },
    { id: 'two', words: { ask: 'Choice two?', REFUSE: 'NO TWO', DISCUSS: 'TALK OF TWO' } },
  ]);
  const emptied = changeChoiceWords(changeChoiceWords(both, two, { REFUSE: '', DISCUSS: '' }), one, { isSafety: false });
  expect(emptied.choiceDetails).toEqual([]);
  expect(changeChoiceWords(start, two, { REFUSE: ' ' }).choiceDetails, 'a blank shows nothing').toEqual([]);
  const stale = { ...start, choiceDetails: [{ id: 'two', words: { ask: 'Another?', REFUSE: 'NO OTHER' } }] };
  expect(changeChoiceWords(stale, two, { NONE: 'TWO?' }).choiceDetails, 'words of another question').toEqual([
    { id: 'two', words: { ask: 'Choice two?', NONE: 'TWO?' } },
  ]);
  expect(both.additionalChoices).toBe(start.additionalChoices);
});
