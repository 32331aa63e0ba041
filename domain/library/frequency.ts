import { formatCount } from '#domain/base/format-count.ts';

/**
 * How often something happens: `num` of `den` people. `null` means that no figure is available. `basis`: the people were counted, and no
 * rate was published; absent for a rate. Nobody at all is always a count.
 */
export type Frequency = { num: number; den: number; basis?: 'COUNT' | undefined } | null;

type Figure = NonNullable<Frequency>;

const WORDS = [
  [1 / 10, 'very common'],
  [1 / 100, 'common'],
  [1 / 1000, 'uncommon'],
  [1 / 10_000, 'rare'],
  [0, 'very rare'],
] as const;

export type FrequencyWord = (typeof WORDS)[number][1];

/** The fewest people counted for a word of the scale, and the most dots of a picture that has one for each of them. */
const COUNTED_ENOUGH = 100;

/** The fewest people of whom it happened to none, for a bound that says anything [source: rule of three]. */
const NONE_ENOUGH = 30;

/** Nobody of `den`: up to three in `den` people would fit the count, in 19 of 20 samples [source: rule of three]. */
const RULE_OF_THREE = 3;

/** The people counted from which the bound is told over 1,000; below it, over 100 [choice]. */
const BOUND_OVER_THOUSAND = 300;

/** The word of the European Medicines Agency's scale: very common from 1 in 10, common from 1 in 100, uncommon from 1 in 1,000, rare from 1 in 10,000. */
export function frequencyWord({ num, den }: Figure): FrequencyWord {
  return WORDS.find(([least]) => num / den >= least)?.[1] ?? 'very rare';
}

/**
 * The one denominator for all pictures of a screen, so that they can be compared: 100 when every figure that is told over it is a whole
 * number of a hundred people, else 1,000.
 */
export function commonDenominator(all: readonly Frequency[]): 100 | 1000 {
  const known = all.filter((each) => each !== null).filter((each) => !isCounted(each, COUNTED_ENOUGH));
  return known.every(({ num, den }) => Number.isInteger(round((num / den) * 100))) ? 100 : 1000;
}

/** How a figure is said and drawn over a common denominator; never over more people than were counted. */
export type FormattedFrequency = {
  /** `rate`: over the list's people. `counted`: as it was counted. `none`: of enough people, nobody. `too few`: nobody, of too few to say more. */
  readonly kind: 'rate' | 'counted' | 'none' | 'too few';
  /** as the source gives it */
  readonly num: number;
  readonly den: number;
  /** dots of the picture; 0: there is none */
  readonly total: number;
  /** dots to fill, 0 to `total`; a real risk of fewer than one person fills none and says so */
  readonly filled: number;
  /** the figure lies between `filled` and one more: rounding it would change it by more than a tenth */
  readonly isBetween: boolean;
  /** `20 in 1,000 people`, `1 to 2 in 1,000 people`, `fewer than 1 in 1,000 people`, `3 in 37 people counted` */
  readonly words: string;
  /** the figure as its source gives it, when rounding hid something: `195 in 10,000` */
  readonly exact: string | null;
  /** of nobody in enough people: how often it could still happen */
  readonly bound: { readonly people: number; readonly over: 100 | 1000 } | null;
  /** `common`; null where too few were counted for one */
  readonly word: FrequencyWord | null;
};

/** Tells one figure over the screen's denominator, or over the people who were counted where they were fewer. */
export function formatFrequency(figure: Figure, over: 100 | 1000): FormattedFrequency {
  if (figure.num === 0) return nobodyOf(figure);
  return isCounted(figure, over) ? countedOf(figure) : rateOf(figure, over);
}

/** A bound in words: `It can still happen: up to 8 in 1,000 would fit this count`. */
export function boundWords({ people, over }: NonNullable<FormattedFrequency['bound']>): string {
  return `It can still happen: up to ${formatCount(people)} in ${formatCount(over)} would fit this count`;
}

/** The text where no figure is available, for staff and on paper; the patient’s page says it in a sentence of its own. */
export const NO_FIGURE = 'No reliable number';

/** A figure for print: `195 in 10,000 people (common)`, `3 in 37 people counted`, or {@link NO_FIGURE}. */
export function frequencySentence(frequency: Frequency): string {
  if (frequency === null) return NO_FIGURE;
  const { num, den } = frequency;
  if (num === 0) return nobodyOf(frequency).words;
  if (frequency.basis !== 'COUNT') return `${formatCount(num)} in ${formatCount(den)} people (${frequencyWord(frequency)})`;
  const { words, word } = countedOf(frequency);
  return word === null ? words : `${words} (${word})`;
}

/** Whether a figure is a count of fewer people than these. */
function isCounted({ den, basis }: Figure, people: number): boolean {
  return basis === 'COUNT' && den < people;
}

function rateOf({ num, den }: Figure, over: 100 | 1000): FormattedFrequency {
  const { filled, isBetween, people } = dotsFor({ num, den }, over);
  return {
    kind: 'rate',
    num,
    den,
    total: over,
    filled,
    isBetween,
    words: `${rateWords(filled, isBetween)} in ${formatCount(over)} people`,
    exact: filled === people ? null : `${formatCount(num)} in ${formatCount(den)}`,
    bound: null,
    word: frequencyWord({ num, den }),
  };
}

function countedOf({ num, den }: Figure): FormattedFrequency {
  const total = Math.min(den, COUNTED_ENOUGH);
  const { filled, isBetween } = dotsFor({ num, den }, total);
  return {
    kind: 'counted',
    num,
    den,
    total,
    filled,
    isBetween,
    words: `${formatCount(num)} in ${countedPeople(den)}`,
    exact: null,
    bound: null,
    word: den < COUNTED_ENOUGH ? null : frequencyWord({ num, den }),
  };
}

function nobodyOf({ num, den }: Figure): FormattedFrequency {
  const isEnough = den >= NONE_ENOUGH;
  const over = den < BOUND_OVER_THOUSAND ? 100 : 1000;
  const words = `None in ${countedPeople(den)}`;
  return {
    kind: isEnough ? 'none' : 'too few',
    num,
    den,
    total: 0,
    filled: 0,
    isBetween: false,
    words: isEnough ? words : `${words}: too few to say how often`,
    exact: null,
    bound: isEnough ? { people: Math.ceil((RULE_OF_THREE * over) / den), over } : null,
    word: null,
  };
}

function dotsFor({ num, den }: Figure, total: number): { filled: number; isBetween: boolean; people: number } {
  const people = round((num / den) * total);
  const rounded = Math.round(people);
  const isBetween = Math.abs(rounded - people) > people / 10;
  return { people, isBetween, filled: isBetween ? Math.floor(people) : rounded };
}

function countedPeople(den: number): string {
  return `${formatCount(den)} ${den === 1 ? 'person' : 'people'} counted`;
}

function rateWords(filled: number, isBetween: boolean): string {
  if (!isBetween) return formatCount(filled);
  return filled === 0 ? 'fewer than 1' : `${filled} to ${filled + 1}`;
}

// 3 of 100 over 1,000 must be 30, not 30.000000000000004.
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
