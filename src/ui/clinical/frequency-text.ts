import { boundWords, NO_FIGURE, formatFrequency, type FormattedFrequency, type Frequency } from '#domain/library/frequency.ts';

/**
 * A figure in one line over the screen's denominator, with the source's own figure where rounding hid something:
 * `20 in 1,000 people (common), exactly 195 in 10,000`; of nobody, how often it could still happen.
 */
export function frequencyText(frequency: Frequency, over: 100 | 1000): string {
  if (frequency === null) return NO_FIGURE;
  const figure = formatFrequency(frequency, over);
  const { words, word } = figure;
  const note = figureNote(figure);
  return `${words}${word === null ? '' : ` (${word})`}${note === undefined ? '' : `, ${note}`}`;
}

/** The small words behind a figure for staff: `exactly 195 in 10,000`, or how often it could still happen; undefined where there are none. */
export function figureNote({ exact, bound }: FormattedFrequency): string | undefined {
  if (bound !== null) return boundWords(bound);
  return exact === null ? undefined : `exactly ${exact}`;
}
