import { needsSecondAssessor } from '#domain/family/family-child-rules.ts';
import { familyLines, FEW_CHILDREN_WORDS } from '#domain/family/family-words.ts';
import { secondAssessorRefusal } from '#domain/family/second-assessor.ts';
import { anAbleChild, family2 } from '#tests/support/forms/form-2.ts';
import { expect, test } from 'vitest';

const YES = { treatment: true, risks: true, alternatives: true, weighs: true, free: true };
const able = anAbleChild();
const notAble = { ...able, gillick: { ...able.gillick!, able: false } };
const first = { firstID: 'first', userID: 'me', name: 'Demo Colleague' };
const me = { ...first, firstID: 'me' };
const namesake = { ...first, name: able.gillick!.assessor };

test.each([
  ['a colleague', 'FORM_1', null, 10, able, first, null],
  ['a colleague, where it is not known who was first', 'FORM_1', null, 10, able, { ...first, firstID: undefined }, null],
  ['the first', 'FORM_1', null, 10, able, me, 'OWN_FIRST'],
  ['the first, who has the name too', 'FORM_1', null, 10, able, { ...namesake, firstID: 'me' }, 'OWN_FIRST'],
  ['a colleague of the same name', 'FORM_1', null, 10, able, namesake, 'SAME_NAME'],
  ['at 7', 'FORM_1', null, 7, able, first, 'TOO_YOUNG'],
  ['at 13', 'FORM_1', null, 13, able, first, 'ONE_IS_ENOUGH'],
  ['at 16', 'FORM_1', null, 16, able, first, 'NOT_ALONE'],
  ['a parent decides', 'FORM_2', 'PARENT', 10, able, first, 'NOT_ALONE'],
  ['the child decides on Form 2', 'FORM_2', 'CHILD', 10, able, first, null],
  ['the first has not found the child able', 'FORM_1', null, 10, notAble, first, 'NOT_ABLE'],
  ['nobody has assessed', 'FORM_1', null, 10, { ...able, gillick: null }, first, 'NO_FIRST'],
] as const)('who may be the second assessor: %s', (_, formType, basis, age, child, who, refusal) => {
  const form = { ...family2({ parents: [], child }), basis };
  expect(secondAssessorRefusal(form, { formType, age }, who)).toBe(refusal);
  // Where nobody is asked, nobody may; and the other way round for whoever is another.
  if (who === first) expect(needsSecondAssessor(form, { formType, age })).toBe(refusal === null);
});

test.each([
  [7, false],
  [8, true],
  [12, true],
  [13, false],
])('at %s years the warning about few children is printed: %s', (age, isPrinted) => {
  const second = { able: true, reason: 'Told it back', points: YES, name: 'Demo Colleague', at: '2026-08-06T14:04:00.000Z' };
  const child = { ...able, gillick: { ...able.gillick!, second } };
  const lines = familyLines({ ...family2({ parents: [], child }), disagreement: null }, { age, zone: 'Europe/London' });
  expect(lines.some(({ text }) => text === FEW_CHILDREN_WORDS)).toBe(isPrinted);
  expect(lines.some(({ label }) => label === 'Second assessor')).toBe(true);
});
