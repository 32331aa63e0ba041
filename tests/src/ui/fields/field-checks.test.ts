import { expect, test } from 'vitest';
import { checksAfterChange, checksAfterLeaving, errorAt, NO_CHECKS, problemAt, withMended } from '#src/ui/fields/field-checks.ts';

const name = { field: 'name', message: 'Enter the name' };
const number = { field: 'number', message: 'The number is not valid' };
const repeat = { field: 'repeat', message: 'The two differ' };

test('a problem goes when its field is changed, and others stay', () => {
  const checks = checksAfterChange(NO_CHECKS, ['name']);
  expect(problemAt('name', [name, number], checks)).toBeUndefined();
  expect(problemAt('number', [name, number], checks)).toBe(number.message);
});

test('a changed field is checked when it is left, also before the first try', () => {
  const typed = checksAfterChange(NO_CHECKS, ['number']);
  const left = checksAfterLeaving(typed, { field: 'number', submitted: [], now: [name, number] }, true);
  expect(problemAt('number', [], left)).toBe(number.message);
  expect(problemAt('name', [], left)).toBeUndefined();
  expect(problemAt('number', [], checksAfterChange(left, ['number']))).toBeUndefined();
});

test('a field that was only passed through is not called wrong', () => {
  const left = checksAfterLeaving(NO_CHECKS, { field: 'name', submitted: [], now: [name] }, true);
  expect(problemAt('name', [], left)).toBeUndefined();
});

test('a problem that another field caused goes with it; a refusal of the server stays', () => {
  const changed = checksAfterChange(NO_CHECKS, ['name']);
  const left = { field: 'name', submitted: [name, repeat], now: [] };
  expect(problemAt('repeat', [name, repeat], checksAfterLeaving(changed, left, true))).toBeUndefined();
  expect(problemAt('repeat', [name, repeat], checksAfterLeaving(changed, left, false))).toBe(repeat.message);
});

test('a short form’s problem leaves its control with the first letter, and stays struck through in the summary', () => {
  const typed = withMended([name, number], 'name');
  expect([errorAt(typed, 'name'), errorAt(typed, 'number')]).toEqual([undefined, number.message]);
  expect(typed).toEqual([{ ...name, isMended: true }, number]);
});
