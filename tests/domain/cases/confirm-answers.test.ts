import { expect, test } from 'vitest';
import { confirmQuestions, isAnsweredFor, isConfirmed, notConfirmedWords } from '#domain/cases/confirm-answers.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';

const RIGHT = { sideRight: true, somethingNew: false, questions: false, stillWanted: true };
const keysOf = (formType: (typeof FORM_TYPES)[number]) => confirmQuestions(formType).map(({ key }) => key);
const labelOf = (formType: (typeof FORM_TYPES)[number], wanted: string) =>
  confirmQuestions(formType).find(({ key }) => key === wanted)?.label;

test('every form asks four questions, and that of an adult who cannot decide a fifth', () => {
  for (const formType of FORM_TYPES) {
    const keys = keysOf(formType);
    expect(new Set(keys).size, formType).toBe(keys.length);
    expect(keys.includes('viewsChanged'), formType).toBe(formType === 'FORM_4');
    for (const key of Object.keys(RIGHT)) expect(keys, formType).toContain(key);
  }
});

test('the adult and the child are both asked, and for an adult who cannot decide what is best', () => {
  expect(labelOf('FORM_1', 'stillWanted')).toBe('Is the answer still yes?');
  expect(labelOf('FORM_2', 'stillWanted')).toMatch(/adult and the child/);
  expect(labelOf('FORM_4', 'stillWanted')).toMatch(/best/);
  expect(labelOf('FORM_4', 'viewsChanged')).toMatch(/decide.*views/);
});

test('only what is right, with nothing new or open, confirms; changed views do not', () => {
  expect(isConfirmed(RIGHT)).toBe(true);
  expect(isConfirmed({ ...RIGHT, viewsChanged: false })).toBe(true);
  for (const key of Object.keys(RIGHT) as (keyof typeof RIGHT)[])
    expect(isConfirmed({ ...RIGHT, [key]: !RIGHT[key] }), key).toBe(false);
  expect(isConfirmed({ ...RIGHT, viewsChanged: true })).toBe(false);
});

test('answers that confirm nothing say why, each in a sentence', () => {
  expect(notConfirmedWords(RIGHT)).toBe('');
  expect(notConfirmedWords({ ...RIGHT, somethingNew: true })).toBe('Something is new.');
  expect(
    notConfirmedWords({ sideRight: false, somethingNew: true, questions: true, stillWanted: false, viewsChanged: true }),
  ).toBe(
    'The operation or the side is not right. Something is new. There are questions. The patient can now decide, or views have changed. It is not wanted any more.',
  );
});

test('without the answer about views the form of an adult who cannot decide is not answered', () => {
  expect(isAnsweredFor('FORM_4', RIGHT)).toBe(false);
  expect(isAnsweredFor('FORM_4', { ...RIGHT, viewsChanged: false })).toBe(true);
  expect(isAnsweredFor('FORM_1', RIGHT)).toBe(true);
});
