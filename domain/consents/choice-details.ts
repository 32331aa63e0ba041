import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { AdditionalChoice } from './consent.ts';
import {
  answeredLater,
  answerNow,
  answerOnForm,
  isTickRead,
  ticksOnPaper,
  type LaterRecord,
  type SignedLater,
} from './later-answers.ts';
import type { PaperTick } from './paper-ticks.ts';

/** The choice about blood, by the id that every build has given it. */
export const BLOOD_CHOICE = 'blood';

/**
 * The choices of a form, and the details of those that have some; none in forms of builds before.
 *
 * @property laterAnswers - those that signers gave after they had signed, and ticks that were read from paper, oldest first
 */
export type ChoicesOfForm = {
  readonly additionalChoices: readonly AdditionalChoice[];
  readonly choiceDetails?: readonly ChoiceDetail[] | null | undefined;
  readonly laterAnswers?: readonly LaterRecord[] | null | undefined;
};

/**
 * A choice together with its details, and the answer that counts.
 *
 * @property tick - where ticks were read from paper: the words in the place of an answer, if there is none
 * @property signed - where it was answered again since: the answer that was signed, and the later ones
 */
export type DetailedChoice = AdditionalChoice & {
  readonly words?: ChoiceDetail['words'] | undefined;
  readonly isSafety?: boolean | undefined;
  readonly tick?: Exclude<PaperTick, AdditionalChoice['answer']> | undefined;
  readonly signed?: { readonly answer: AdditionalChoice['answer']; readonly later: readonly SignedLater[] };
};

/**
 * The choices of a form, each with its details and the answer that counts. Lights, lists, documents, exports and screens all ask this
 * function, or one that does: an answer that was given later is known to all of them, or to none.
 */
export function detailedChoices({ additionalChoices, choiceDetails, laterAnswers }: ChoicesOfForm): DetailedChoice[] {
  return additionalChoices.map((choice) => {
    const detail = choiceDetails?.find((each) => isDetailOf(each, choice));
    const entries = answeredLater(choice, laterAnswers);
    // Of the form as it was signed: an answer that a signer gave since takes the place of their tick in what counts, and not on the paper.
    const ticks = ticksOnPaper(choice, laterAnswers);
    const later = entries.filter((each) => each.isRead === undefined);
    const detailed: DetailedChoice = {
      ...choice,
      answer: answerNow(choice.answer, entries),
      ...(detail === undefined ? {} : { words: detail.words, isSafety: detail.isSafety }),
      ...(isTickRead(choice, laterAnswers)
        ? { tick: ticks.some(({ answer }) => answer === 'UNCLEAR') ? 'UNCLEAR' : 'NONE' }
        : {}),
    };
    return later.length === 0 ? detailed : { ...detailed, signed: { answer: answerOnForm(choice.answer, ticks), later } };
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
