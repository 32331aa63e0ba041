import { formatCount } from '#domain/base/format-count.ts';

/** How often something happens: `num` of `den` people. `null` means that no figure is available. */
export type Frequency = { num: number; den: number } | null;

const WORDS = [
  [1 / 10, 'very common'],
  [1 / 100, 'common'],
  [1 / 1000, 'uncommon'],
  [1 / 10_000, 'rare'],
  [0, 'very rare'],
] as const;

export type FrequencyWord = (typeof WORDS)[number][1];

/** The word of the European Medicines Agency's scale: very common from 1 in 10, common from 1 in 100, uncommon from 1 in 1,000, rare from 1 in 10,000. */
export function frequencyWord({ num, den }: NonNullable<Frequency>): FrequencyWord {
  return WORDS.find(([least]) => num / den >= least)?.[1] ?? 'very rare';
}

/**
 * The one denominator for all pictures of a screen, so that they can be compared: 100 when every figure is a whole number of
 * a hundred people, else 1,000.
 */
export function commonDenominator(all: readonly Frequency[]): 100 | 1000 {
  const known = all.filter((each) => each !== null);
  return known.every(({ num, den }) => Number.isInteger(round((num / den) * 100))) ? 100 : 1000;
}

/** How a figure is said and drawn over a common denominator. */
export type FormattedFrequency = {
  /** dots to fill, 0 to `den`; a real risk of fewer than one person fills none and says so */
  filled: number;
  /** the figure lies between `filled` and one more: rounding it would change it by more than a tenth */
  isBetween: boolean;
  /** `20 in 1,000 people`, `1 to 2 in 1,000 people`, or `fewer than 1 in 1,000 people` */
  words: string;
  /** the figure as its source gives it, when rounding hid something: `195 in 10,000` */
  exact: string | null;
  /** `common` */
  word: FrequencyWord;
};

/** Tells one figure over the screen's denominator. */
export function formatFrequency({ num, den }: NonNullable<Frequency>, over: 100 | 1000): FormattedFrequency {
  const people = round((num / den) * over);
  const rounded = Math.round(people);
  const isRough = Math.abs(rounded - people) > people / 10;
  const filled = isRough ? Math.floor(people) : rounded;
  return {
    filled,
    isBetween: isRough,
    words: `${countWords(filled, isRough)} in ${formatCount(over)} people`,
    exact: filled === people ? null : `${formatCount(num)} in ${formatCount(den)}`,
    word: frequencyWord({ num, den }),
  };
}

function countWords(filled: number, isRough: boolean): string {
  if (!isRough) return formatCount(filled);
  return filled === 0 ? 'fewer than 1' : `${filled} to ${filled + 1}`;
}

/** The text where no figure is available, for staff and on paper; the patient’s page says it in a sentence of its own. */
export const NO_FIGURE = 'No reliable number';

/** A figure for print: `195 in 10,000 people (common)`, or {@link NO_FIGURE}. */
export function frequencySentence(frequency: Frequency): string {
  if (frequency === null) return NO_FIGURE;
  return `${formatCount(frequency.num)} in ${formatCount(frequency.den)} people (${frequencyWord(frequency)})`;
}

// 3 of 100 over 1,000 must be 30, not 30.000000000000004.
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
