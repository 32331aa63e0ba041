import { expect, test } from 'vitest';
import { caseNumberIn, isCaseNumber, shownCaseNumber } from '#domain/cases/case-number.ts';
import { searchWords } from '#domain/values/search-text.ts';

test.each([
  [1, 'C-000001'],
  [417, 'C-000417'],
  [1_234_567, 'C-1234567'],
])('the case %d is %s to people, and is found as they type it', (number, shown) => {
  expect(shownCaseNumber(number)).toBe(shown);
  for (const typed of [shown, shown.toLowerCase(), shown.replace('-', ''), `C${number}`, ` ${shown.replace('-', '–')} `]) {
    const [word = ''] = searchWords(typed);
    expect(caseNumberIn(word)).toBe(number);
    expect(isCaseNumber(word, shown)).toBe(true);
  }
});

test.each(['417', 'P-000417', 'C-', 'C-4170', 'C-000417x', 'C-12345678901', 'Clarke'])('%s is no case 417', (typed) => {
  for (const word of searchWords(typed)) expect(isCaseNumber(word, 'C-000417')).toBe(false);
});

test('a case that has no number yet is found by none', () => {
  expect(isCaseNumber('c417', null)).toBe(false);
});
