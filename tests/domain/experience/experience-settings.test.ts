import * as v from 'valibot';
import { expect, test } from 'vitest';
import { englishWording, EXPERIENCE_READERS, experienceReaderOf, WORDING_COUNTS } from '#domain/experience/collaborate.ts';
import { ExperienceSettings, PASTED_WORDINGS, wordingsFor } from '#domain/experience/experience-settings.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';

const lines = ['Un?', 'Dau?', 'Tri?', '0', '1', '2', '3', '4'];
const settings = (wordings: readonly object[]) =>
  v.safeParse(ExperienceSettings, { isOn: true, hasReadLicence: true, wordings }).success;

test('patients, parents and those asked for an adult are asked; nobody else is', () => {
  const asked = SIGNER_ROLES.filter((role) => experienceReaderOf(role) !== undefined);
  expect(asked).toEqual(['PATIENT', 'PARENT', 'CONSULTEE']);
});

test('the author’s English words are whole, and nobody changes them', () => {
  expect(englishWording('PATIENT')).toEqual({
    questions: [
      'How much effort was made to help you understand your health issues?',
      'How much effort was made to listen to the things that matter most to you about your health issues?',
      'How much effort was made to include what matters most to you in choosing what to do next?',
    ],
    answers: [
      'No effort was made',
      'A little effort was made',
      'Some effort was made',
      'A lot of effort was made',
      'Every effort was made',
    ],
  });
  for (const reader of EXPERIENCE_READERS) {
    const words = englishWording(reader);
    if (words !== undefined)
      expect([words.questions.length, words.answers.length]).toEqual([WORDING_COUNTS.questions, WORDING_COUNTS.answers]);
    expect(settings([{ language: 'en', reader, lines }])).toBe(words === undefined);
  }
});

test('a language without pasted words is not asked, and a paste is eight lines, once', () => {
  expect(wordingsFor('PATIENT', []).map(({ language }) => language)).toEqual(['en']);
  expect(wordingsFor('CONSULTEE', [])).toEqual([]);
  const pasted = { language: 'cy' as const, reader: 'PATIENT' as const, lines };
  expect(wordingsFor('PATIENT', [pasted]).at(-1)).toEqual({
    language: 'cy',
    questions: lines.slice(0, 3),
    answers: lines.slice(3),
  });
  expect(wordingsFor('PARENT', [pasted]).map(({ language }) => language)).toEqual(['en']);
  expect(settings([pasted])).toBe(true);
  expect(settings([pasted, pasted])).toBe(false);
  expect(settings([{ ...pasted, lines: lines.slice(1) }])).toBe(false);
  expect(settings([{ ...pasted, lines: [...lines.slice(1), ''] }])).toBe(false);
  expect(PASTED_WORDINGS).toHaveLength(7);
});
