import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { CHOICE_ANSWERS } from '#domain/consents/consent.ts';
import { hasInk } from '#domain/values/ink.ts';

/** The answers that have words, and the missing one. */
const WORDED_ANSWERS = [...CHOICE_ANSWERS, 'NONE'] as const;
export type WordedAnswer = (typeof WORDED_ANSWERS)[number];

/** The words of one choice as they are typed, empty where there are none, and its mark of safety. */
export type ChoiceWordsValue = Readonly<Record<WordedAnswer, string>> & { readonly isSafety: boolean };

/** The value of the fields for a choice. @param detail - undefined for a choice without one */
export function choiceWordsValue(detail: Pick<ChoiceDetail, 'words' | 'isSafety'> | undefined): ChoiceWordsValue {
  const { ACCEPT, REFUSE, DISCUSS, NONE } = detail?.words ?? {};
  return {
    ACCEPT: ACCEPT ?? '',
    REFUSE: REFUSE ?? '',
    DISCUSS: DISCUSS ?? '',
    NONE: NONE ?? '',
    isSafety: detail?.isSafety ?? false,
  };
}

/** The words that were typed, for the server. @param ask - the title of the choice */
export function choiceDetailFrom(
  { id, ask }: { id: string; ask: string },
  { isSafety, ...value }: ChoiceWordsValue,
): ChoiceDetail {
  const typed = WORDED_ANSWERS.filter((answer) => hasInk(value[answer]));
  const words = { ask, ...Object.fromEntries(typed.map((answer) => [answer, value[answer]])) };
  return isSafety ? { id, words, isSafety } : { id, words };
}
