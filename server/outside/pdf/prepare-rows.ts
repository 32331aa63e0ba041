import type { ChoiceLine, ChoiceRow } from './blocks.ts';
import { ownPieces } from './pieces.ts';

/** Turns the texts of a flat object into pieces and leaves the rest out. */
export function eachText(row: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([key, text]) => [key, ownPieces(text)]));
}

/** A choice for the template, with its later answers. */
export function choiceTexts({ later, ...row }: ChoiceRow): object {
  const line = ({ tone, ...texts }: ChoiceLine) => ({ ...eachText(texts), tone });
  return { ...line(row), ...(later === undefined ? {} : { later: later.map(line) }) };
}
