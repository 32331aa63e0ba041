import { languageName } from '#domain/values/language-name.ts';
import { expect, test } from 'vitest';

test('a language is named in English, and so is British Sign Language', () => {
  expect(['pl', 'en', 'bfi'].map(languageName)).toEqual(['Polish', 'English', 'British Sign Language']);
});

test('what is no known language stays as it was written', () => {
  expect(['not a tag', 'qqz'].map(languageName)).toEqual(['not a tag', 'qqz']);
});
