import { isReadFromRight } from '#domain/values/patient-languages.ts';
import type { ChoiceLine, ChoiceRow, Meaning, SignedMeaning } from './blocks.ts';
import { LONG_TEXT, ownPieces, pieces } from './pieces.ts';

/** Turns the texts of a flat object into pieces and leaves the rest out. */
export function eachText(row: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([key, text]) => [key, ownPieces(text)]));
}

/** A choice for the template, with its later answers; a long one may break over two pages. */
export function choiceTexts({ later = [], meaning, ...row }: ChoiceRow): object {
  const line = ({ tone, ...texts }: ChoiceLine) => ({ ...eachText(texts), tone });
  const letters = [row, ...later, ...(meaning === undefined ? [] : [meaning])].reduce(
    (sum, { title, answer = '' }) => sum + title.length + answer.length,
    0,
  );
  const own = meaning && {
    ...preparedMeaning({ language: meaning.language, text: meaning.title }),
    ...(meaning.answer !== undefined && { answer: pieces(meaning.answer) }),
  };
  return { ...line(row), ...(own && { meaning: own }), later: later.map(line), long: letters > LONG_TEXT };
}

/** A meaning for the template, in its own direction. */
export function preparedMeaning({ language, text }: Meaning): object {
  return { language, rtl: isReadFromRight(language), pieces: pieces(text) };
}

/** The meaning of a statement for the template, and what stands beside it in both languages. */
export function signedMeaning({ meaning }: { meaning?: SignedMeaning | undefined }): object {
  if (meaning === undefined) return {};
  const { language, text, beside } = meaning;
  return {
    meaning: {
      ...(text !== undefined && { text: preparedMeaning({ language, text }) }),
      english: ownPieces(beside.english),
      beside: preparedMeaning({ language, text: beside.text }),
    },
  };
}
