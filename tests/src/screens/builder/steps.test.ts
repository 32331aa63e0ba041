import { describe, expect, test } from 'vitest';
import { missingIn } from '#domain/completeness.ts';
import { holdsBack, idOf, isStepDone, stepAfter, stepAt, stepOf, tabOf, titled } from '#src/screens/builder/steps.ts';
import { draft } from './build.ts';

const missing = missingIn(
  { ...draft(), interpreting: draft() },
  { age: 40, interpreterNeeded: false, coreRisks: () => [], formTypesOf: () => ['FORM_1'] },
);

describe('the steps of the builder', () => {
  test('they follow one another, and the last leads nowhere', () => {
    expect(stepAfter('procedure')).toBe('risks');
    expect(stepAfter('review')).toBe('review');
    expect(stepAt(tabOf('interpreter'))).toBe('interpreter');
    expect(stepAt(17)).toBe('procedure');
  });

  test('nobody goes on without the side', () => {
    expect(holdsBack('procedure', missing).map(({ path }) => path)).toContain('procedures.0.side');
  });

  test('later steps may be left unfinished: the review gathers what is missing', () => {
    expect(holdsBack('risks', missing)).toEqual([]);
  });

  test('a step that was left behind with something missing is not done', () => {
    expect(isStepDone('procedure', 3, missing)).toBe(false);
    expect(isStepDone('risks', 3, missing)).toBe(true);
    expect(isStepDone('interpreter', 3, missing)).toBe(false);
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
