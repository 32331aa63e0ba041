import { ageInWords, numbersInWords, numbersOf } from '#domain/patients/patient-words.ts';
import { expect, test } from 'vitest';

test.each([
  ['1950-03-14', '2026-11-21', '76 years'],
  ['2024-11-22', '2026-11-21', '23 months'],
  ['2024-11-21', '2026-11-21', '2 years'],
  ['2026-10-21', '2026-11-21', '1 month'],
  ['2026-10-22', '2026-11-21', '30 days'],
  ['2026-11-20', '2026-11-21', '1 day'],
  ['2026-11-21', '2026-11-21', '0 days'],
  ['2026-11-22', '2026-11-21', 'not born yet'],
])('somebody born on %s is on %s %s old', (birth, on, words) => {
  expect(ageInWords(birth, on)).toBe(words);
});

test('a missing NHS number is said, never left blank', () => {
  expect(numbersInWords({ nhsNumber: '9990000018', recordID: 'P-000412' })).toBe('NHS 999 000 0018 · P-000412');
  expect(numbersInWords({ nhsNumber: null, recordID: null })).toBe('No NHS number');
  expect(numbersOf({ nhsNumber: null, recordID: 'P-000412' })).toEqual(['No NHS number', 'P-000412']);
});
