import type { ChoiceLine, ChoiceRow } from './blocks.ts';

type TextsOf = (line: Record<string, unknown>) => Record<string, unknown>;

/** A choice for the template, with its later answers. @param textsOf - the texts of a line as the template takes them */
export function choiceRow({ later, ...row }: ChoiceRow, textsOf: TextsOf): object {
  const line = ({ tone, ...texts }: ChoiceLine) => ({ ...textsOf(texts), tone });
  return { ...line(row), ...(later === undefined ? {} : { later: later.map(line) }) };
}
