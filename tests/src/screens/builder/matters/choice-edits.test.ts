import { expect, test } from 'vitest';
import { changeInterpreter, languageToInterpret } from '#src/screens/builder/matters/choice-edits.ts';
import { newDraft } from '#src/screens/builder/draft/draft.ts';
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
