import type { ChoiceLine, ChoiceRow } from './blocks.ts';
import { LONG_TEXT, ownPieces } from './pieces.ts';

/** Turns the texts of a flat object into pieces and leaves the rest out. */
export function eachText(row: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([key, text]) => [key, ownPieces(text)]));
}

/** A choice for the template, with its later answers; a long one may break over two pages. */
export function choiceTexts({ later = [], ...row }: ChoiceRow): object {
  const line = ({ tone, ...texts }: ChoiceLine) => ({ ...eachText(texts), tone });
  const letters = [row, ...later].reduce((sum, { title, answer }) => sum + title.length + answer.length, 0);
  return { ...line(row), later: later.map(line), long: letters > LONG_TEXT };
}
