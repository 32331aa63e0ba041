import { describe, expect, test } from 'vitest';
import { splitDateParts, joinDateParts, wholeDate } from '#src/ui/fields/date-parts.ts';
import { defaultDisplay, parseDisplaySettings } from '#src/ui/theme/display-settings.ts';
import { drawIconArray } from '#src/ui/clinical/icon-array.ts';
import { caretAfterDigits, digitsBefore, editDigits, groupDigits } from '#src/ui/fields/nhs-typing.ts';

describe('an NHS number while it is typed', () => {
  test.each([
    ['', ''],
    ['999', '999'],
    ['9990', '999 0'],
    ['9990000018', '999 000 0018'],
  ])('%s is shown as "%s"', (digits, shown) => {
    expect(groupDigits(digits)).toBe(shown);
  });

  test('a number that is too long, and two numbers, stay to be mended', () => {
    expect(editDigits('', 'NHS 999-000-0018 77', 12).digits).toBe('999000001877');
    expect(editDigits('', '999 000 0018, 999 000 0026', 26).digits).toBe('99900000189990000026');
    expect(groupDigits('999000001877')).toBe('999 000 001877');
  });

  test('taking away a gap takes the digit before it', () => {
    expect(editDigits('9990', '9990', 3)).toEqual({ digits: '990', caretDigits: 2 });
  });

  test('the caret stays behind the same digit', () => {
    expect(caretAfterDigits('999 000 0018', digitsBefore('999 00', 6))).toBe(6);
    expect(caretAfterDigits('999 0', 4)).toBe(5);
  });
});

describe('a date in three boxes', () => {
  test('a finished date is a plain date, padded', () => {
    expect(joinDateParts({ day: '4', month: '3', year: '1950' })).toBe('1950-03-04');
  });

  test('an unfinished date is text that no check takes for a date, and an empty one is empty', () => {
    expect(joinDateParts({ day: '14', month: '', year: '1950' })).toBe('1950--14');
    expect(joinDateParts({ day: '', month: '', year: '' })).toBe('');
  });

  test('what was kept is shown again, also half finished', () => {
    expect(splitDateParts('1950-03-14')).toEqual({ day: '14', month: '03', year: '1950' });
    expect(splitDateParts('1950--14')).toEqual({ day: '14', month: '', year: '1950' });
  });

  test.each(['14/03/1950', '14.3.1950', '14 03 1950', '1950-03-14'])('%s is understood when it is pasted', (text) => {
    const whole = wholeDate(text);
    expect(whole && joinDateParts(whole)).toBe('1950-03-14');
  });

  test('a year of two digits is not guessed', () => {
    expect(wholeDate('14/03/50')).toBeNull();
  });
});

describe('a picture of people', () => {
  test.each([
    [0, 100],
    [20, 1000],
    [1000, 1000],
  ] as const)('%i of %i has exactly so many dots of each kind', (count, total) => {
    const { filled, rest } = drawIconArray(count, total);
    expect([dots(filled), dots(rest)]).toEqual([count, total - count]);
  });

  test('it is filled from the top left, row by row', () => {
    expect(drawIconArray(2, 100).filled).toBe('M5 5h0M15 5h0');
  });

  test('it never draws more people than there are', () => {
    expect(dots(drawIconArray(130, 100).filled)).toBe(100);
    expect(dots(drawIconArray(-3, 100).filled)).toBe(0);
  });

  function dots(path: string): number {
    return path.split('M').length - 1;
  }
});

describe('display settings on a device', () => {
  test.each([null, '', 'not json', 'null', '[]', '"dark"', '{"scheme":"pink","type":7}'])(
    '%s falls back to the defaults',
    (stored) => {
      expect(parseDisplaySettings(stored)).toEqual(defaultDisplay);
    },
  );

  test('what is known is kept beside what is not', () => {
    expect(parseDisplaySettings('{"scheme":"dark","layout":"diagonal"}')).toEqual({ ...defaultDisplay, scheme: 'dark' });
    expect(parseDisplaySettings('{"language":"xx"}').language).toBe('en');
  });
});
