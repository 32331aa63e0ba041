import { expect, test } from 'vitest';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import { stepsOfForm } from '#domain/forms/form-rules.ts';
import { deskFaults } from '#src/screens/builder/desk/desk-faults.ts';
import type { FieldFault } from '#src/screens/builder/draft/save-failure.ts';

const SIDE = { path: 'procedures.0.side', message: 'Choose the side', step: 'procedure' } as const;
const TOO_LONG = { path: 'mattersToMe', message: 'Too long' };
const unsaved = { kind: 'unsaved' } as const;
const refused = (...fields: FieldFault[]) => ({ kind: 'failed', message: '', fields, again: false, isNetwork: false }) as const;
const on = (step: BuilderStep, faults: readonly FieldFault[] = [], furthest = 0) => ({
  steps: stepsOfForm('FORM_1', 40),
  step,
  furthest,
  faults,
});

test('what holds a step back is said above it and at its field until it is mended', () => {
  const held = on('procedure', [SIDE]);
  const { problems, errorAt } = deskFaults(held, { missing: [SIDE], state: unsaved });
  expect(problems).toEqual([SIDE]);
  expect(errorAt(SIDE.path)).toBe(SIDE.message);
  const mended = deskFaults(held, { missing: [], state: unsaved });
  expect(mended.problems).toEqual([]);
  expect(mended.errorAt(SIDE.path)).toBeUndefined();
});

test('the summary is not shortened while one of its problems remains', () => {
  const both = [TOO_LONG, { path: 'refusals', message: 'Too many' }];
  const { problems, errorAt } = deskFaults(on('matters', both), { missing: [], state: refused(TOO_LONG) });
  expect(problems).toEqual(both);
  expect([errorAt('mattersToMe'), errorAt('refusals')]).toEqual(['Too long', undefined]);
});

test('a refusal without a field stands above the step, on the review as well', () => {
  const general = [{ path: '', message: 'Not now' }];
  for (const step of ['matters', 'review'] as const)
    expect(deskFaults(on(step, general), { missing: [], state: unsaved }).problems).toEqual(general);
});

test('on the review a refusal of the server is listed with the step of its field, and what is missing stays in its place', () => {
  const { problems, missing } = deskFaults(on('review', [TOO_LONG]), { missing: [SIDE], state: unsaved });
  expect(problems).toEqual([]);
  expect(missing).toEqual([SIDE, { ...TOO_LONG, step: 'matters' }]);
  expect(deskFaults(on('review', [SIDE]), { missing: [SIDE], state: unsaved }).missing).toEqual([SIDE]);
});

test('a step that was left says at its fields what is missing; one that is filled in for the first time does not', () => {
  const empty = { path: 'capacity.impairment', message: 'Say what it is', step: 'capacity' } as const;
  const steps = stepsOfForm('FORM_4', 80);
  const errorAt = (furthest: number) =>
    deskFaults({ steps, step: 'capacity', furthest, faults: [] }, { missing: [empty], state: unsaved }).errorAt(empty.path);
  expect(errorAt(steps.indexOf('capacity') + 1)).toBe(empty.message);
  expect(errorAt(steps.indexOf('capacity'))).toBeUndefined();
});
