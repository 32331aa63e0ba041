import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { AdditionalChoice } from './consent.ts';

/** The choice about blood, by the id that every build has given it. */
export const BLOOD_CHOICE = 'blood';

/** The choices of a form, and the details of those that have some; none in forms of builds before. */
export type ChoicesOfForm = {
  readonly additionalChoices: readonly AdditionalChoice[];
  readonly choiceDetails?: readonly ChoiceDetail[] | null | undefined;
};

/** A choice together with its details. */
export type DetailedChoice = AdditionalChoice & {
  readonly words?: ChoiceDetail['words'] | undefined;
  readonly isSafety?: boolean | undefined;
};

/** The choices of a form, each with its details. */
export function detailedChoices({ additionalChoices, choiceDetails }: ChoicesOfForm): DetailedChoice[] {
  return additionalChoices.map((choice) => {
    const detail = choiceDetails?.find((each) => isDetailOf(each, choice));
    return detail === undefined ? choice : { ...choice, words: detail.words, isSafety: detail.isSafety };
  });
}

/** The details that belong to the choices of a form, in their order; undefined where there are none. */
export function detailsOfChoices({ additionalChoices, choiceDetails }: ChoicesOfForm): ChoiceDetail[] | undefined {
  const details = additionalChoices.flatMap((choice) => choiceDetails?.find((each) => isDetailOf(each, choice)) ?? []);
  return details.length === 0 ? undefined : details;
}

/** The details of a choice as a form pins them: whole. */
export function wholeDetail(detail: ChoiceDetail): ChoiceDetail & { readonly isSafety: boolean } {
  return { ...detail, isSafety: detail.isSafety ?? false };
}

/** Whether details belong to a choice: they hold for no other question under the same id. */
export function isDetailOf({ id, words }: ChoiceDetail, choice: Pick<AdditionalChoice, 'id' | 'title'>): boolean {
  return id === choice.id && words.ask === choice.title;
}
