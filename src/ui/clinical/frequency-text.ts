import { NO_FIGURE, formatFrequency, type Frequency } from '#domain/library/frequency.ts';

/**
 * A figure in one line over the screen's denominator, with the source's own figure where rounding hid something:
 * `20 in 1,000 people (common), exactly 195 in 10,000`.
 */
export function frequencyText(frequency: Frequency, over: 100 | 1000): string {
  if (frequency === null) return NO_FIGURE;
  const { words, word, exact } = formatFrequency(frequency, over);
  return `${words} (${word})${exact === null ? '' : `, exactly ${exact}`}`;
}
