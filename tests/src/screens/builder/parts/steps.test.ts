import { describe, expect, test } from 'vitest';
import { missingIn } from '#domain/consents/completeness.ts';
import { holdsBack, idOf, isStepDone, stepAfter, stepAt, stepOf, tabOf, titled } from '#src/screens/builder/parts/steps.ts';
import { stepsOfForm } from '#domain/forms/form-rules.ts';
import { ADULT_AROUND } from '#tests/support/forms/form-around.ts';
import { draft } from '#tests/src/screens/builder/draft/build.ts';

const steps = stepsOfForm('FORM_1', 40);

const missing = missingIn(
  { ...draft(), interpreting: draft(), family: draft() },
  { ...ADULT_AROUND, formTypesOf: () => ['FORM_1'] },
);

describe('the steps of the builder', () => {
  test('they follow one another, and the last leads nowhere', () => {
    expect(stepAfter(steps, 'procedure')).toBe('risks');
    expect(stepAfter(steps, 'review')).toBe('review');
    expect(stepAt(steps, tabOf(steps, 'interpreter'))).toBe('interpreter');
    expect(stepAt(steps, 17)).toBe('procedure');
    expect(tabOf(steps, 'family'), 'a step of another form').toBe(0);
  });

  test('nobody goes on without the side', () => {
    expect(holdsBack('procedure', missing).map(({ path }) => path)).toContain('procedures.0.side');
  });

  test('later steps may be left unfinished: the review gathers what is missing', () => {
    expect(holdsBack('risks', missing)).toEqual([]);
  });

  test('a step that was left behind with something missing is not done', () => {
    expect(isStepDone(steps, 'procedure', { furthest: 3, missing })).toBe(false);
    expect(isStepDone(steps, 'risks', { furthest: 3, missing })).toBe(true);
    expect(isStepDone(steps, 'interpreter', { furthest: 3, missing })).toBe(false);
  });

  test('each missing thing is said by the step that holds its field', () => {
    for (const { path, step } of missing) expect([path, stepOf(path)]).toEqual([path, step]);
    expect(stepOf('procedures.0.risks.2.name')).toBe('risks');
    expect(stepOf('interpreterNoneReason')).toBe('interpreter');
  });

  test('with several procedures each panel has a name of its own', () => {
    expect(titled('', 'What it is for')).toBe('What it is for');
    expect(titled('Total hip replacement: ', 'What it is for')).toBe('Total hip replacement: what it is for');
  });

  test('a path leads to the id of its control', () => {
    expect(idOf('procedures.0.side')).toBe('procedures-0-side');
  });
});
