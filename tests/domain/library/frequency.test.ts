import { formatCount } from '#domain/base/format-count.ts';
import {
  boundWords,
  commonDenominator,
  formatFrequency,
  frequencySentence,
  frequencyWord,
  type Frequency,
} from '#domain/library/frequency.ts';
import { FrequencyFigure } from '#domain/library/procedure-parts.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

test.each([
  [1, 10, 'very common'],
  [99, 1000, 'common'],
  [1, 100, 'common'],
  [9, 1000, 'uncommon'],
  [1, 1000, 'uncommon'],
  [1, 1001, 'rare'],
  [1, 10_000, 'rare'],
  [1, 10_001, 'very rare'],
  [0, 100, 'very rare'],
])('%i in %i is %s', (num, den, word) => {
  expect(frequencyWord({ num, den })).toBe(word);
});

test('one screen has one denominator, large enough for its smallest figure', () => {
  expect(commonDenominator([{ num: 3, den: 100 }, { num: 1, den: 50 }, null])).toBe(100);
  expect(
    commonDenominator([
      { num: 3, den: 100 },
      { num: 5, den: 1000 },
    ]),
  ).toBe(1000);
  expect(commonDenominator([])).toBe(100);
});

test('a figure is told over the screen’s denominator, with the exact one beside it where rounding hid something', () => {
  expect(formatFrequency({ num: 3, den: 100 }, 1000)).toMatchObject({
    filled: 30,
    isBetween: false,
    words: '30 in 1,000 people',
    exact: null,
    word: 'common',
  });
  expect(formatFrequency({ num: 195, den: 10_000 }, 1000)).toMatchObject({
    filled: 20,
    isBetween: false,
    words: '20 in 1,000 people',
    exact: '195 in 10,000',
    word: 'common',
  });
  expect(formatFrequency({ num: 1, den: 50_000 }, 1000)).toMatchObject({
    filled: 0,
    isBetween: true,
    words: 'fewer than 1 in 1,000 people',
    exact: '1 in 50,000',
    word: 'very rare',
  });
  expect(formatFrequency({ num: 15, den: 10_000 }, 1000)).toMatchObject({
    filled: 1,
    isBetween: true,
    words: '1 to 2 in 1,000 people',
    exact: '15 in 10,000',
    word: 'uncommon',
  });
  expect(formatFrequency({ num: 7, den: 10_000 }, 1000)).toMatchObject({ filled: 0, words: 'fewer than 1 in 1,000 people' });
  expect(formatFrequency({ num: 97, den: 10_000 }, 1000)).toMatchObject({ filled: 10, words: '10 in 1,000 people' });
  expect(frequencySentence(null)).toBe('No reliable number');
  expect(frequencySentence({ num: 195, den: 10_000 })).toBe('195 in 10,000 people (common)');
});

test.each([
  [{ num: 1, den: 100 }, true],
  [null, true],
  [{ num: 101, den: 100 }, false],
  [{ num: 1, den: 0 }, false],
  [{ num: -1, den: 10 }, false],
  [{ num: 0.5, den: 10 }, false],
  [{ num: 1 }, false],
  [{ num: 1, den: 10, of: 'eyes' }, false],
  [{ num: 1, den: 10, basis: 'COUNT' }, true],
  [{ num: 1, den: 10, basis: 'RATE' }, false],
])('%j is a figure: %s', (figure, is) => {
  expect(v.safeParse(FrequencyFigure, figure).success).toBe(is);
});

test.each([
  [0, 1, 'too few', 'None in 1 person counted: too few to say how often', null],
  [0, 29, 'too few', 'None in 29 people counted: too few to say how often', null],
  [0, 30, 'none', 'None in 30 people counted', 'up to 10 in 100 would'],
  [0, 299, 'none', 'None in 299 people counted', 'up to 2 in 100 would'],
  [0, 300, 'none', 'None in 300 people counted', 'up to 10 in 1,000 would'],
  [0, 5000, 'none', 'None in 5,000 people counted', 'up to 1 in 1,000 would'],
  [3, 37, 'counted', '3 in 37 people counted', null],
  [3, 99, 'counted', '3 in 99 people counted', null],
  [3, 100, 'rate', '3 in 100 people', null],
] as const)('of a count, %i of %i: %s', (num, den, kind, words, bound) => {
  const figure = formatFrequency({ num, den, basis: 'COUNT' }, 100);
  expect(figure).toMatchObject({ kind, words });
  expect(figure.bound === null ? null : boundWords(figure.bound)).toEqual(bound === null ? null : expect.stringContaining(bound));
});

test('a count below a list over a thousand has dots of its own people, of a hundred from 101, and a word from a hundred', () => {
  const counted = (num: number, den: number) => formatFrequency({ num, den, basis: 'COUNT' }, 1000);
  expect(counted(3, 37)).toMatchObject({ total: 37, filled: 3, word: null, exact: null });
  expect(counted(3, 100)).toMatchObject({ total: 100, filled: 3, word: 'common', words: '3 in 100 people counted' });
  expect(counted(3, 101)).toMatchObject({ total: 100, filled: 3, words: '3 in 101 people counted' });
  expect(counted(3, 999)).toMatchObject({ kind: 'counted', total: 100 });
  expect(counted(3, 1000)).toMatchObject({ kind: 'rate', total: 1000 });
  expect(frequencySentence({ num: 3, den: 37, basis: 'COUNT' })).toBe('3 in 37 people counted');
  expect(frequencySentence({ num: 0, den: 12 })).toBe('None in 12 people counted: too few to say how often');
});

test('a count of few people draws no other picture of the list finer', () => {
  const rate = { num: 3, den: 100 };
  expect(commonDenominator([rate, { num: 1, den: 37, basis: 'COUNT' }])).toBe(100);
  expect(commonDenominator([rate, { num: 0, den: 37 }])).toBe(100);
  expect(commonDenominator([rate, { num: 1, den: 37 }])).toBe(1000);
});

test('of 10,000 figures none is told or drawn over more people than were counted', () => {
  const next = seededRandom('figures');
  const upTo = (most: number) => Math.floor(next() * most);
  const kinds = new Map<string, number>();
  for (let nth = 0; nth < 10_000; nth += 1) {
    const den = 1 + upTo(10 ** (1 + upTo(6)));
    const num = next() < 0.2 ? 0 : upTo(den + 1);
    const basis = next() < 0.5 ? ('COUNT' as const) : undefined;
    const over = next() < 0.5 ? 100 : 1000;
    const figure: NonNullable<Frequency> = { num, den, basis };
    const { kind, total, filled, words, word, exact } = formatFrequency(figure, over);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(filled).toBeLessThanOrEqual(total);
    if (basis !== 'COUNT' && num > 0) continue;
    // A count: every number of people in the words or the picture was there to be counted.
    expect(total).toBeLessThanOrEqual(den);
    const people = Number(/ in ([\d,]+) (?:people|person)/u.exec(words)?.[1]?.replaceAll(',', ''));
    expect(people).toBeLessThanOrEqual(den);
    expect(exact === null || exact.endsWith(` in ${formatCount(den)}`)).toBe(true);
    if (num === 0) expect([total, word]).toEqual([0, null]);
    if (den < 100) expect(word).toBeNull();
  }
  printFigure(`figures: ${JSON.stringify({ figures: 10_000, overPeopleCounted: 0, ...Object.fromEntries(kinds) })}`);
  expect([...kinds.keys()].toSorted()).toEqual(['counted', 'none', 'rate', 'too few']);
});

test.each([0, 7, 100, 999, 1000, 12_345, 100_000, 100_000_000])('%d has the commas of British English', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en-GB'));
});
